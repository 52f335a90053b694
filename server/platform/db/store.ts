/** The server's storage: the locked data folder, its prepared PostgreSQL and the pools of connections. */
import { mkdirSync } from 'node:fs'
import type { ActRules } from '#server/platform/db/act-rules.ts'
import { type DataLock, lockDataFolder } from '#server/platform/db/data-lock.ts'
import { archiveSettings, startEmbedded } from '#server/platform/db/embedded.ts'
import { type OpenPools, openPools } from '#server/platform/db/pools.ts'
import { type Prepared, startPreparing } from '#server/platform/db/preparing.ts'
import { holderOf, keepLease, type LeaseLoss } from '#server/platform/db/lease.ts'
import type { Logger } from '#server/platform/logging.ts'
import { noteAnnounced, refuseUnannounced } from '#server/platform/db/announced.ts'
import { startKeyOf } from '#server/platform/signer.ts'

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

const LEASE_LOST: Readonly<Record<LeaseLoss, string>> = {
  taken: [
    'Another Fairtick server has taken over the database, because this one did not renew its lease in time.',
    STOPPED,
  ].join('\n'),
  unreachable: [
    'The database of DATABASE_URL has not answered for ten seconds.',
    `${STOPPED} Start the server again when that PostgreSQL answers.`,
  ].join('\n'),
}

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
    const { holder, keep: keepHolder } = holderOf(dataFolder)
    try {
      const { rules, afterRestore, nowMs } = said
      const start = { rules, afterRestore, nowMs, key, holder }
      const prepared = await preparing.prepare({ folder, port, ...start })
      keep()
      keepHolder()
      return { prepared, place: folder, stop }
    } catch (error) {
      await stop()
      throw error
    }
  } finally {
    preparing.cancel()
  }
}

function remote(prepared: Prepared): Place {
  const { host, pathname } = new URL(prepared.urls.app)
  return { prepared, place: `${host}${pathname}`, stop: () => Promise.resolve() }
}

/** Opens the storage. `onLost`: the database ended, or another server may hold it, so this server must stop. */
export async function openStore(parts: StoreParts): Promise<Store> {
  const { dataFolder, log } = parts
  mkdirSync(dataFolder, { recursive: true })
  refuseUnannounced(parts)
  const lock = lockDataFolder(dataFolder)
  try {
    const at = await (parts.remote === null ? embedded(parts) : remote(parts.remote))
    noteAnnounced(parts)
    const { urls, version, applied, epoch } = at.prepared
    if (applied.length > 0) log.info({ applied }, 'database brought up to date')
    const onLostConnection = (err: Error): void =>
      log.warn({ err }, 'a database connection was lost')
    const pools = openPools(urls, onLostConnection, { connectMs: START_CONNECT_MS, epoch })
    const lease =
      epoch === null
        ? null
        : keepLease(pools.market, epoch, (why) => {
            // The end of the embedded database has a notice of its own.
            if (why === 'taken' || parts.remote !== null) parts.onLost(LEASE_LOST[why])
          })
    const roles = Object.values(urls).map((url) => new URL(url).username)
    return {
      pools,
      lock,
      place: at.place,
      database: `PostgreSQL ${version}, as ${roles.join(', ')}`,
      close: async () => {
        await lease?.end()
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
