/** The server's storage: the locked data folder, its migrated PostgreSQL and the pool of connections. */
import { mkdirSync } from 'node:fs'
import { Client } from 'pg'
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { type DataLock, lockDataFolder } from '#server/platform/db/data-lock.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import type { Logger } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/db/migrations.ts'

/** The open storage of a server. */
export interface Store {
  db: Database
  /** The connection URL of the tables' owner. */
  url: string
  lock: DataLock
  /** Where the database is, in words, for the start message. */
  place: string
  close(): Promise<void>
}

interface Place {
  url: string
  place: string
  stop(): Promise<void>
}

/** The name of the server's database. */
export const DATABASE = 'fairtick'
/**
 * An advisory lock that the server holds while it runs. A second server on the same database would write the same
 * history.
 */
const SERVER_LOCK = 8461
const LOCK_CHECK_MS = 5_000

/** Called with the reason why nothing may be written any more. */
type OnLost = (why: string) => void

async function embedded(config: Config, log: Logger, onLost: OnLost): Promise<Place> {
  const postgres = await startEmbedded({
    dataFolder: config.dataFolder,
    onLog: (line) => log.debug({ postgres: line }),
    onExit: () => onLost('the embedded database died'),
  })
  const client = new Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
    DATABASE,
  ])
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  await client.end()
  return { url: postgres.url(DATABASE), place: postgres.folder, stop: () => postgres.stop() }
}

/** Opens a remote database. `onLost`: the connection that holds the lock is lost, so another server may hold it now. */
async function remote(url: string, onLost: OnLost): Promise<Place> {
  const client = new Client({
    connectionString: url,
    application_name: 'fairtick-lock',
    query_timeout: LOCK_CHECK_MS,
  })
  let over = false
  const lost = (why: string): void => {
    if (!over) onLost(`the lock on the database is lost: ${why}`)
    over = true
  }
  client.on('error', (error) => lost(error.message))
  client.on('end', () => lost('its connection was closed'))
  try {
    await client.connect()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`DATABASE_URL cannot be reached: ${why}`)
  }
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock($1) as free',
    [SERVER_LOCK],
  )
  if (rows[0]?.free !== true) {
    over = true
    await client.end()
    throw new StartRefused('Another Fairtick server already uses the database of DATABASE_URL.')
  }
  // Queries detect a connection that was cut without a message.
  const timer = setInterval(() => {
    client.query('select 1').catch((error: Error) => lost(error.message))
  }, LOCK_CHECK_MS)
  const stop = async (): Promise<void> => {
    over = true
    clearInterval(timer)
    await client.end()
  }
  const { host, pathname } = new URL(url)
  return { url, place: `${host}${pathname}`, stop }
}

/** Opens the storage. `onLost`: the database ended, or another server may hold it, so this server must stop. */
export async function openStore(config: Config, log: Logger, onLost: OnLost): Promise<Store> {
  mkdirSync(config.dataFolder, { recursive: true })
  const lock = lockDataFolder(config.dataFolder)
  let at: Place | undefined
  try {
    at =
      config.databaseUrl === null
        ? await embedded(config, log, onLost)
        : await remote(config.databaseUrl, onLost)
    const applied = await migrate(at.url)
    if (applied.length > 0) log.info({ applied }, 'database brought up to date')
  } catch (error) {
    await at?.stop()
    lock.release()
    throw error
  }
  const { url, place, stop } = at
  const db = openDatabase(url, {
    onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  return {
    db,
    url,
    lock,
    place,
    close: async () => {
      await db.close()
      await stop()
      lock.release()
    },
  }
}
