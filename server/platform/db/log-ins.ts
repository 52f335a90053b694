/**
 * The log-ins of the server's roles. They belong to one database, and every start gives them new passwords, so that no
 * password is stored.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { type RoleName, ROLES } from '#server/platform/db/database.ts'
import type { RoleUrls } from '#server/platform/db/pools.ts'

const ITERATIONS = 4_096
const KEY_BYTES = 32

/** What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5802), so that its own log never contains the password. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256')
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const key = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${key}`
}

/** Roles are shared by all databases of a cluster, so the names depend on the database. */
async function suffixOf(owner: Client): Promise<{ database: string; suffix: string }> {
  const { rows } = await owner.query<{ database: string; suffix: string }>(
    `select current_database() as database,
      left(encode(sha256(convert_to(current_database() || epoch, 'UTF8')), 'hex'), 8) as suffix
      from instance`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the instance row is missing')
  return row
}

/**
 * Gives each role's log-in to the connected database a new password, and creates it if it is missing. Other users of
 * the cluster may no longer connect to the database. The texts are safe to quote: hexadecimal digits and base64.
 */
export async function renewLogIns(owner: Client, url: string): Promise<RoleUrls> {
  const { database, suffix } = await suffixOf(owner)
  const { rows } = await owner.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any ($1)',
    [ROLES.map((role) => `fairtick_${role}_${suffix}`)],
  )
  const known = new Set(rows.map(({ rolname }) => rolname))
  const place = owner.escapeIdentifier(database)
  const statements = [`revoke all on database ${place} from public`]
  const urls: Partial<Record<RoleName, string>> = {}
  for (const role of ROLES) {
    const name = `fairtick_${role}_${suffix}`
    const password = randomBytes(24).toString('base64url')
    const verb = known.has(name) ? 'alter' : 'create'
    statements.push(
      `${verb} role ${name} login inherit password '${verifierOf(password)}'`,
      `grant fairtick_${role} to ${name} with admin false, inherit true, set false`,
      `grant connect on database ${place} to ${name}`,
    )
    urls[role] = Object.assign(new URL(url), { username: name, password }).href
  }
  await owner.query(['begin', ...statements, 'commit'].join(';\n'))
  const { market = '', settlement = '', credentials = '', auditor = '', app = '' } = urls
  return { market, settlement, credentials, auditor, app }
}
