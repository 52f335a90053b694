/** Opens the database as its owner, for the command line, whether or not a server is running. */
import { mkdirSync } from 'node:fs'
import { Client } from 'pg'
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase, type Queryable } from '#server/platform/db/database.ts'
import { isHeld, lockDataFolder } from '#server/platform/db/data-lock.ts'
import { clusterFolder, runAs } from '#server/platform/db/embedded-binaries.ts'
import { runningUrl, startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrations.ts'
import { refusedByDatabase } from '#server/platform/db/prepare-faults.ts'
import { createDatabase, DATABASE } from '#server/platform/db/prepare.ts'
import { refusedBySystem, StartRefused } from '#server/platform/start-refused.ts'

const asOwner = (url: string): Database<never> => openDatabase(url, { connections: 1 })

/** Starts the embedded database for one command. */
async function startForCommand(dataFolder: string): Promise<Database<never>> {
  mkdirSync(dataFolder, { recursive: true })
  const lock = lockDataFolder(dataFolder)
  const postgres = await startEmbedded({ dataFolder }).catch((error: unknown) => {
    lock.release()
    throw error
  })
  const stop = async (): Promise<void> => {
    await postgres.stop()
    lock.release()
  }
  try {
    await createDatabase(postgres.url)
    await migrate(postgres.url(DATABASE))
  } catch (error) {
    await stop()
    throw error
  }
  const owner = asOwner(postgres.url(DATABASE))
  return {
    ...owner,
    close: async () => {
      await owner.close()
      await stop()
    },
  }
}

/** One connection without a time limit, for what lasts as long as the connection. */
export interface OwnerSession extends Queryable<never> {
  close(): Promise<void>
}

/** Opens a connection as the owner. */
export async function openSession(url: string): Promise<OwnerSession> {
  const client = new Client({ connectionString: url, application_name: 'fairtick-session' })
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async <Row extends object>(sql: string, params: readonly unknown[] = []) =>
      (await client.query<Row>(sql, [...params])).rows,
    close: () => client.end(),
  }
}

const STARTING = 'The server is starting just now: try again.'

/** Where the owner of a database connects. */
interface OwnerPlace {
  url: string
  /** The folder of the embedded cluster, which runs. Null if the database is at DATABASE_URL. */
  cluster: string | null
}

/** Calls `work` while the database runs: that of the running server, or one that is started for this call. */
export async function withOwnerUrl<T>(
  { databaseUrl, dataFolder }: Config,
  work: (place: OwnerPlace) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== null) return work({ url: databaseUrl, cluster: null })
  if (isHeld(dataFolder)) {
    const url = runningUrl(dataFolder, DATABASE)
    if (url === null) throw new StartRefused(STARTING)
    return work({ url, cluster: clusterFolder(dataFolder, runAs()) })
  }
  const lock = lockDataFolder(dataFolder)
  try {
    const postgres = await startEmbedded({ dataFolder })
    try {
      return await work({ url: postgres.url(DATABASE), cluster: postgres.folder })
    } finally {
      await postgres.stop()
    }
  } finally {
    lock.release()
  }
}

async function open({ databaseUrl, dataFolder }: Config): Promise<Database<never>> {
  if (databaseUrl !== null) {
    await migrate(databaseUrl)
    return asOwner(databaseUrl)
  }
  if (!isHeld(dataFolder)) return startForCommand(dataFolder)
  const url = runningUrl(dataFolder, DATABASE)
  if (url === null) throw new StartRefused(STARTING)
  return asOwner(url)
}

/**
 * Opens the database. The caller closes it; a database that was started for this call then stops. Throws `StartRefused`
 * for what only an operator can change.
 */
export async function openOwner(config: Config): Promise<Database<never>> {
  try {
    return await open(config)
  } catch (error) {
    throw refusedBySystem(error, config) ?? refusedByDatabase(error) ?? error
  }
}
