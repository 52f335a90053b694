/** Operators of a test server, made as the command line makes them, and the log as anyone can check it. */
import { createHash } from 'node:crypto'
import { addOperator } from '#server/desk/operator-office.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openVault } from '#server/platform/vault.ts'
import { codeProof, forgetUsedCodes } from '#support/operator-code.ts'
import type { RunningServer, TestServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

export const OPERATOR_PASSWORD = 'a-mule-behind-7-desks'

type DeskServer = Pick<RunningServer, 'owner' | 'config' | 'clock'>

const secrets = new WeakMap<DeskServer, Map<string, string>>()
function secretsOf(server: DeskServer): Map<string, string> {
  const known = secrets.get(server) ?? new Map<string, string>()
  secrets.set(server, known)
  return known
}

/** With a password, and with an authenticator whose codes `operatorLogIn` knows. */
export async function addTestOperator(
  server: DeskServer,
  name: string,
  password = OPERATOR_PASSWORD,
): Promise<void> {
  const hasher = await createPasswordHasher({ memoryCost: 64, timeCost: 1 })
  const vault = await openVault(server.config.dataFolder)
  const operator = { name, password, atMs: server.clock.now() }
  const made = await addOperator(server.owner, { hasher, vault }, operator)
  if ('fault' in made) throw new Error(made.fault)
  secretsOf(server).set(name, made.secret)
}

/** The authenticator's secret, base 32. */
export function operatorSecret(server: DeskServer, name: string): string {
  const secret = secretsOf(server).get(name)
  if (secret === undefined) throw new Error(`${name} is no operator of this test`)
  return secret
}

/** What the log-in form sends, with a code that was not used before. */
export const operatorLogIn = (server: DeskServer, name: string, password = OPERATOR_PASSWORD) => ({
  name,
  password,
  proof: codeProof(operatorSecret(server, name), server.clock.now()),
})

/** A log-in that fails, and uses up no code. */
export const wrongLogIn = (name: string, password = 'not-the-password') => ({
  name,
  password,
  proof: { kind: 'totp', code: '000000' } as const,
})

/** For many log-ins within half a minute: codes that were used work again. */
export async function renewCodes(server: DeskServer): Promise<void> {
  await server.owner.query('update operator_factors set last_step = 0')
  forgetUsedCodes()
}

/** At the desk, logged in. */
export async function logInOperator(server: TestServer, name: string): Promise<Visitor> {
  await addTestOperator(server, name)
  const visitor = server.visitor()
  const answer = await visitor.post('/api/desk/session', operatorLogIn(server, name))
  if (answer.status !== 200) throw new Error(`desk log-in: ${answer.text}`)
  return visitor
}

interface Line {
  seq: bigint
  at: bigint
  actor: string
  act: string
  user_id: bigint | null
  ref: string
  reason: string
  previous_hash: Buffer | null
  salt: string | null
  hash: Buffer
  format: number
  minute: bigint
  link: Buffer
}

/** As contract/records.ts publishes it, over the fields after the format's name. */
export function actDigest(format: number, fields: readonly (string | number | bigint)[]): string {
  const texts = [`fairtick-operator-${format}`, ...fields.map(String)]
  const text =
    format === 1
      ? texts.join('|')
      : texts.map((field) => `${Buffer.byteLength(field)}:${field}`).join('')
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Worked out from the text that contract/records.ts publishes; names the first line that does not fit. */
export async function brokenLine(db: Database): Promise<bigint | null> {
  const lines = await db.query<Line>('select * from operator_log order by seq')
  let [digest, link] = ['0'.repeat(64), '0'.repeat(64)]
  let [seq, minute] = [0n, 0n]
  for (const line of lines) {
    seq += 1n
    minute = line.at - (line.at % 60_000n) > minute ? line.at - (line.at % 60_000n) : minute
    const { at, actor, act, ref, reason, salt } = line
    const fields = [line.seq, at, actor, act, line.user_id ?? '', ref, reason, salt ?? digest]
    digest = actDigest(line.format, fields)
    const text = `fairtick-operators-1|${seq}|${minute}|${digest}|${link}`
    link = createHash('sha256').update(text).digest('hex')
    const fits = line.seq === seq && line.minute === minute && line.hash.toString('hex') === digest
    if (!fits || line.link.toString('hex') !== link) return line.seq
  }
  return null
}

export const logOf = (db: Database, ref: string): Promise<{ actor: string; act: string }[]> =>
  db.query('select actor, act from operator_log where ref = $1 order by seq', [ref])
