/** Why a database cannot be used, in sentences that say what its operator does about it. */
import { type Client, DatabaseError } from 'pg'
import { DatabaseGone } from '#server/platform/db/database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** `grant … with inherit`, which the log-ins of the roles need. */
const OLDEST_VERSION = 16
const HANDBOOK = 'docs/OPERATIONS.md lists the rights and the version that Fairtick needs.'

const READ_ONLY = 'DATABASE_URL names a copy that can only be read: name the primary.'

/** What to do, by the SQLSTATE of the answer. `why` is PostgreSQL's own message. */
const CURES: Readonly<Record<string, (why: string) => string>> = {
  '28P01': (why) => `DATABASE_URL has a wrong user or password: correct it (${why}).`,
  '28000': (why) =>
    `PostgreSQL refuses the log-in: change its pg_hba.conf or DATABASE_URL (${why}).`,
  '3D000': (why) => `The database of DATABASE_URL does not exist: create it (${why}).`,
  '42501': (why) => `The role of DATABASE_URL lacks a right (${why}). ${HANDBOOK}`,
  '25006': () => READ_ONLY,
  '53100': (why) => `The disk of the database is full: free some space and start again (${why}).`,
  '53300': (why) => `PostgreSQL has no free connections: raise max_connections (${why}).`,
  '57P03': (why) => `PostgreSQL is starting or stopping: start again in a moment (${why}).`,
}
const UNREACHABLE = /^(E[A-Z_]+|08...)$/

/** The error of PostgreSQL or of the network that another error was made of. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error
}

/** The text of an error. One that stands for several attempts has none of its own. */
function messageOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message
  return error.errors
    .map((each) => (each instanceof Error ? each.message : String(each)))
    .join(', ')
}

/**
 * The refusal of what PostgreSQL or the network answered while the server started. Null for an error that is neither.
 * `silent`: what to say of a database that does not answer.
 */
export function refusedByDatabase(thrown: unknown, silent = unreachable): StartRefused | null {
  const error = causeOf(thrown)
  if (!(error instanceof Error) || error instanceof StartRefused) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const why = messageOf(error)
  if (error instanceof DatabaseError) {
    const detail = error.detail === undefined ? '' : ` ${error.detail}.`
    const sentence =
      CURES[code]?.(why) ??
      `PostgreSQL refused a step of the start: ${why} (${code}).${detail} ${HANDBOOK}`
    return new StartRefused(sentence)
  }
  const isNetwork = UNREACHABLE.test(code) || thrown instanceof DatabaseGone
  return isNetwork ? silent(why) : null
}

/** The refusal of a database of DATABASE_URL that does not answer. */
export function unreachable(why: string): StartRefused {
  return new StartRefused(
    `DATABASE_URL cannot be reached: ${why}. Start that PostgreSQL, or correct its host and port.`,
  )
}

/** The refusal of an embedded database that does not answer. */
export const unanswered = (why: string): StartRefused =>
  new StartRefused(
    `The embedded PostgreSQL does not answer: ${why}. The machine is too busy for the start. ` +
      'Nothing that was acknowledged is lost: start the server again when other programs have ended.',
  )

/** The last release that upgrades databases from before the baseline of the schema. */
export const BRIDGE = '26cd8e65'

/** Throws the refusal of a database from before the baseline of the schema. `migrations`: those that it has. */
export function refuseBeforeBaseline(migrations: readonly string[]): never {
  const newest = migrations.toSorted().at(-1) ?? ''
  throw new StartRefused(
    `The database is of an older release (its newest migration is ${newest}): ` +
      `start the release of commit ${BRIDGE} with it first, and then this one.`,
  )
}

interface Fitness {
  version: string
  major: number
  role: string
  database: string
  creates_roles: boolean
  owns: boolean
  creates_tables: boolean
  read_only: boolean
}

/** Throws `StartRefused` unless the connected role and its PostgreSQL can hold the server's data. */
export async function refuseUnfit(owner: Client): Promise<void> {
  const { rows } = await owner.query<Fitness>(
    `select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as major,
      current_user::text as role, current_database()::text as database,
      r.rolsuper or r.rolcreaterole as creates_roles,
      r.rolsuper or pg_has_role(d.datdba, 'usage') as owns,
      coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as creates_tables,
      current_setting('transaction_read_only')::boolean as read_only
      from pg_roles r, pg_database d
      where r.rolname = current_user and d.datname = current_database()`,
  )
  const [row] = rows
  if (row === undefined) throw new StartRefused(`DATABASE_URL is unusable. ${HANDBOOK}`)
  const { version, major, role, database } = row
  if (major < OLDEST_VERSION) {
    throw new StartRefused(
      `DATABASE_URL names PostgreSQL ${version}. Fairtick needs PostgreSQL ${OLDEST_VERSION} or newer.`,
    )
  }
  if (row.read_only) throw new StartRefused(READ_ONLY)
  const as = owner.escapeIdentifier(role)
  const at = owner.escapeIdentifier(database)
  const lacks = [
    !row.creates_roles && `it may not create roles: alter role ${as} createrole`,
    !row.owns && `it does not own the database: alter database ${at} owner to ${as}`,
    !row.creates_tables &&
      `it may not create tables in the schema public: grant all on schema public to ${as}`,
  ].filter((text) => text !== false)
  if (lacks.length === 0) return
  throw new StartRefused(
    `The role ${role} of DATABASE_URL lacks rights on ${database}; run as a superuser:\n` +
      lacks.map((text) => `  - ${text};`).join('\n'),
  )
}
