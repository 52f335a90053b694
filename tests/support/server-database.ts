/** The server's own database, opened by a test while the server is down. */
import { type Database, openDatabase } from '#server/platform/database.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/embedded.ts'
import { DATABASE } from '#server/platform/store.ts'

const CONNECTIONS = 2

/** A database of the cluster, as its owner. */
export async function asOwner<T>(
  postgres: EmbeddedPostgres,
  name: string,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  const owner = openDatabase(postgres.url(name), { role: null, connections: CONNECTIONS })
  try {
    return await work(owner)
  } finally {
    await owner.close()
  }
}

/** The cluster in a server's data folder. */
export async function withCluster<T>(
  dataFolder: string,
  work: (postgres: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbedded({ dataFolder })
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

export const withDatabase = <T>(
  dataFolder: string,
  work: (owner: Database) => Promise<T>,
): Promise<T> => withCluster(dataFolder, (postgres) => asOwner(postgres, DATABASE, work))
