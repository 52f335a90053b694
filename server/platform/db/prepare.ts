/**
 * Prepares a database with its owner's credentials: creates it in an embedded cluster, migrates it, and renews the
 * log-ins of the server's roles. Run as a program it is the short-lived process of preparing.ts.
 */
import { Client } from 'pg'
import type { ActRules } from '#server/platform/db/act-rules.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { awaitLease, DatabaseInUse, takeLease } from '#server/platform/db/lease.ts'
import { renewLogIns } from '#server/platform/db/log-ins.ts'
import { migrate } from '#server/platform/db/migrations.ts'
import { refusedByDatabase, unreachable } from '#server/platform/db/prepare-faults.ts'
import { type Prepared, SERVER_LOCK } from '#server/platform/db/preparing.ts'
import { offerKey } from '#server/platform/db/signing-key.ts'
import type { StartKey } from '#server/platform/signer.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The name of the server's database in an embedded cluster. */
export const DATABASE = 'fairtick'
/** Creates the server's database in an embedded cluster if it is missing. */
export async function createDatabase(urlOf: (database: string) => string): Promise<void> {
  const admin = new Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  const known = await admin.query('select from pg_database where datname = $1', [DATABASE])
  if (known.rowCount === 0) await admin.query(`create database ${DATABASE}`)
  await admin.end()
}

/** Without it, a host that drops every packet would be waited for until the system gives up. */
const CONNECT_TIMEOUT_MS = 15_000

/** A connection of the owner. Throws `StartRefused`. */
export async function connect(url: string): Promise<Client> {
  const owner = new Client({
    connectionString: url,
    application_name: 'fairtick-prepare',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  owner.on('error', () => undefined)
  try {
    await owner.connect()
  } catch (error) {
    throw refusedByDatabase(error) ?? unreachable(String(error))
  }
  return owner
}

/** The connection as what asks a database. */
export const queryableOf = (client: Client): Queryable => ({
  query: async (sql, params) => (await client.query(sql, [...(params ?? [])])).rows,
})

/** The server that starts. */
export interface Started {
  rules: ActRules
  key: StartKey
  holder: string
  /** Whether its data are an older copy that was put back. */
  afterRestore: boolean
  nowMs: number
}

/**
 * Notes the start in its public chain. Throws `StartRefused` if the data are an older copy, unless the operator has
 * said so.
 */
async function noteStart(owner: Client, nowMs: number, afterRestore: boolean): Promise<void> {
  try {
    await owner.query('select note_start($1, $2)', [nowMs, afterRestore])
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'history_lost') throw error
    const { rows } = await owner.query<{ said: string }>(
      'select said from lost_checkpoints order by time_ms desc limit 1',
    )
    throw new StartRefused(
      `These data are an older copy: a device has ${rows[0]?.said}, which this server signed and the data ` +
        'lack. Put the newest copy back. If there is none, start with --after-restore: all users, devices and ' +
        'readers are then told what is lost.',
    )
  }
}

/**
 * Prepares the database that the owner's URL names. Without `started` its rules and key stay as they are. Throws
 * `StartRefused` if a server uses it, and if the data are an older copy.
 */
export async function prepareDatabase(url: string, started?: Started): Promise<Prepared> {
  const owner = await connect(url)
  try {
    // New passwords would lock out a running server, so nothing changes before it is known that there is none.
    const { rows } = await owner.query<{ free: boolean; version: string }>(
      `select pg_try_advisory_lock($1) as free,
        split_part(current_setting('server_version'), ' ', 1) as version`,
      [SERVER_LOCK],
    )
    const [{ free, version } = { free: false, version: '' }] = rows
    if (!free) throw new DatabaseInUse()
    const asOwner = queryableOf(owner)
    if (started !== undefined) await awaitLease(asOwner, started.holder)
    const applied = await migrate(url, started?.rules)
    const epoch = started === undefined ? null : await takeLease(asOwner, started.holder)
    if (started !== undefined) await offerKey(asOwner, started.key)
    await noteStart(owner, started?.nowMs ?? Date.now(), started?.afterRestore === true)
    return { urls: await renewLogIns(owner, url), version, applied, epoch }
  } finally {
    await owner.end()
  }
}
