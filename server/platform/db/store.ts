/** The server's storage: the locked data folder, its prepared PostgreSQL and the pools of connections. */
import { mkdirSync } from 'node:fs'
import { Client } from 'pg'
import type { ActRules } from '#server/platform/db/act-rules.ts'
import { type DataLock, lockDataFolder } from '#server/platform/db/data-lock.ts'
import { archiveSettings, startEmbedded } from '#server/platform/db/embedded.ts'
import { type OpenPools, openPools } from '#server/platform/db/pools.ts'
import { type Prepared, SERVER_LOCK, startPreparing } from '#server/platform/db/preparing.ts'
import type { Logger } from '#server/platform/logging.ts'
import { noteAnnounced, refuseUnannounced } from '#server/platform/db/announced.ts'
import { startKeyOf } from '#server/platform/signer.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The open storage of a server. */
export interface Store {
  pools: OpenPools
  lock: DataLock
  /** Where the database is, in words, for the start message. */
  place: string
  /** The version of PostgreSQL and the roles in use, in words, for the start message. */
  database: string
  close(): Promise<void>
}

interface Place {
  prepared: Prepared
  place: string
  stop(): Promise<void>
}

/** What opening the storage needs. */
export interface StoreParts {
  dataFolder: string
  rules: ActRules
  /** The folder to which the embedded database archives its WAL. Null: it does not. */
  archiveWal: string | null
  /** The operator says that the data are an older copy. */
  afterRestore: boolean
  nowMs: number
  /** The database of DATABASE_URL, which an earlier process has prepared. Null starts the embedded one. */
  remote: Prepared | null
  log: Logger
  /** Called with the reason why nothing may be written any more: sentences for the operator of the server. */
  onLost: (why: string) => void
}

const LOCK_CHECK_MS = 5_000
/** A database that recovers on a busy machine answers late. A start waits for it, and a request does not. */
const START_CONNECT_MS = 120_000
/** PostgreSQL warns so about once a minute while the archive refuses a segment. */
const NOT_ARCHIVED = /WARNING: +archiving .* failed/
/** Why the server does not go on, and what its operator does. */
const STOPPED = 'The server stopped at once, and nothing that was acknowledged is lost.'
const KILLED = 'The system may have killed it because memory ran out.'

const databaseEnded = (how: string): string =>
  [
    `The embedded PostgreSQL has ended (${how}).${how === 'SIGKILL' ? ` ${KILLED}` : ''}`,
    `${STOPPED} Start the server again: PostgreSQL then recovers its data from its log.`,
  ].join('\n')

const lockLost = (why: string): string =>
  [
    `The lock on the database of DATABASE_URL is lost: ${why}.`,
    `${STOPPED} Start the server again when that PostgreSQL answers.`,
  ].join('\n')

async function embedded({
  dataFolder,
  archiveWal,
  log,
  onLost,
  ...said
}: StoreParts): Promise<Place> {
  const preparing = startPreparing()
  try {
    const postgres = await startEmbedded({
      dataFolder,
      settings: archiveWal === null ? [] : archiveSettings(archiveWal),
      onLog: (line) => {
        if (NOT_ARCHIVED.test(line)) log.error({ postgres: line }, 'the WAL is not archived')
        else log.debug({ postgres: line })
      },
      onExit: (how) => onLost(databaseEnded(how)),
    })
    const { folder, port } = postgres
    const stop = (): Promise<void> => postgres.stop()
    const { key, keep } = startKeyOf(dataFolder)
    try {
      const { rules, afterRestore, nowMs } = said
      const start = { rules, afterRestore, nowMs, key }
      const prepared = await preparing.prepare({ folder, port, ...start })
      keep()
      return { prepared, place: folder, stop }
    } catch (error) {
      await stop()
      throw error
    }
  } finally {
    preparing.cancel()
  }
}

/** Locks the database of DATABASE_URL. A lost connection means that another server may hold the lock now. */
async function remote(prepared: Prepared, { onLost }: StoreParts): Promise<Place> {
  const url = prepared.urls.app
  const client = new Client({
    connectionString: url,
    application_name: 'fairtick-lock',
    query_timeout: LOCK_CHECK_MS,
  })
  let over = false
  const lost = (why: string): void => {
    if (!over) onLost(lockLost(why))
    over = true
  }
  client.on('error', (error) => lost(error.message))
  client.on('end', () => lost('its connection was closed'))
  await client.connect()
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
  return { prepared, place: `${host}${pathname}`, stop }
}

/** Opens the storage. `onLost`: the database ended, or another server may hold it, so this server must stop. */
export async function openStore(parts: StoreParts): Promise<Store> {
  const { dataFolder, log } = parts
  mkdirSync(dataFolder, { recursive: true })
  refuseUnannounced(parts)
  const lock = lockDataFolder(dataFolder)
  try {
    const at = await (parts.remote === null ? embedded(parts) : remote(parts.remote, parts))
    noteAnnounced(parts)
    const { urls, version, applied } = at.prepared
    if (applied.length > 0) log.info({ applied }, 'database brought up to date')
    const onLostConnection = (err: Error): void =>
      log.warn({ err }, 'a database connection was lost')
    const pools = openPools(urls, onLostConnection, START_CONNECT_MS)
    const roles = Object.values(urls).map((url) => new URL(url).username)
    return {
      pools,
      lock,
      place: at.place,
      database: `PostgreSQL ${version}, as ${roles.join(', ')}`,
      close: async () => {
        await pools.close()
        await at.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
