/** The real server in a process of its own, for scenarios that kill it, and ways to its database and into its API. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listProducts } from '#contract/endpoints/market.ts'
import type { Product } from '#contract/product.ts'
import { secretHash } from '#server/platform/http/cookies.ts'
import { type Database, openDatabase, type Queryable } from '#server/platform/db/database.ts'
import { type EmbeddedPostgres, runningUrl, startEmbedded } from '#server/platform/db/embedded.ts'
import { DATABASE } from '#server/platform/db/prepare.ts'
import { addSessionEvidence } from '#support/credentials.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { pause } from '#support/until.ts'

const CONNECTIONS = 2
const POLL_MS = 250

export interface KillableServer {
  server: ServerProcess
  /** For files of the scenario itself; `dataFolder` is in it. */
  folder: string
  dataFolder: string
}

/** Makes a server's data by starting and stopping it once; afterwards stops the server and removes all files. */
export async function withKillableServer<T>(
  work: (killableServer: KillableServer) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-killed-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const dataFolder = join(folder, 'data')
  const server = new ServerProcess(dataFolder, await freePort())
  try {
    server.start()
    await server.ready()
    await server.stop()
    return await work({ server, folder, dataFolder })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withOwner<T>(url: string, work: (owner: Database<never>) => Promise<T>): Promise<T> {
  const owner = openDatabase(url, { connections: CONNECTIONS })
  try {
    return await work(owner)
  } finally {
    await owner.close()
  }
}

/** A database of the cluster, as its owner. */
export const asOwner = <T>(
  postgres: EmbeddedPostgres,
  name: string,
  work: (owner: Database<never>) => Promise<T>,
): Promise<T> => withOwner(postgres.url(name), work)

/** The cluster in the data folder of a server that is stopped. */
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

/** The database of a server that is stopped. */
export const withDatabase = <T>(
  dataFolder: string,
  work: (owner: Database<never>) => Promise<T>,
): Promise<T> => withCluster(dataFolder, (postgres) => asOwner(postgres, DATABASE, work))

/** The database of a server that runs. */
export async function withRunning<T>(
  dataFolder: string,
  work: (owner: Database<never>) => Promise<T>,
): Promise<T> {
  const url = runningUrl(dataFolder, DATABASE)
  if (url === null) throw new Error('the database does not run')
  return withOwner(url, work)
}

/** Waits until the query of the running server's database finds no row, but no longer than `giveUpMs`. */
export const untilNone = (dataFolder: string, sql: string, giveUpMs: number): Promise<void> =>
  withRunning(dataFolder, async (owner) => {
    const end = performance.now() + giveUpMs
    while ((await owner.query(`${sql} limit 1`)).length > 0 && performance.now() < end) {
      await pause(POLL_MS)
    }
  })

/** The cookie of a new session, made without a log-in; `handle` is its name in the table. */
export async function addSession(
  owner: Queryable,
  userId: bigint,
  handle: string,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await owner.query(
    `insert into sessions (secret_hash, handle, user_id, created_at, seen_at, expires_at, device_hash)
      values ($1, $2, $3, now(), now(), now() + interval '30 days', '')`,
    [secretHash(secret), handle, userId],
  )
  await addSessionEvidence(owner)
  return `fairtick=${secret}`
}

/** Products that stay open until then. */
export async function openProducts(url: string, untilMs = 0): Promise<Product[]> {
  const answer = await fetch(`${url}/api/products`)
  const { products } = listProducts.reply.parse(await answer.json())
  return products.filter(
    ({ session: { state, closesAt } }) =>
      state === 'open' && (closesAt === null || closesAt > untilMs),
  )
}
