/** A real PostgreSQL for tests: one throw-away cluster a test file, and a fresh migrated database a call. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/embedded.ts'
import { migrate } from '#server/platform/migrations.ts'

export interface TestDatabase {
  /** As the server has it: every statement runs as the app's role. */
  db: Database
  /** As the owner, who may do what the app may not. */
  owner: Database
  /** The owner's connection string. */
  url: string
  close(): Promise<void>
}

interface Cluster {
  postgres: EmbeddedPostgres
  admin: Database
  folder: string
}

const TEMPLATE = 'fairtick_template'
// Tests lose nothing when the machine dies: no fsync makes them several times faster.
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

let cluster: Promise<Cluster> | undefined
let open = 0
let made = 0

async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-test-'))
  // As root the database runs as another user, who must get in.
  chmodSync(folder, 0o755)
  const postgres = await startEmbedded({ dataFolder: folder, settings: SETTINGS })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const admin = openDatabase(postgres.url('postgres'), { role: null, connections: 1 })
  await admin.query(`create database ${TEMPLATE}`)
  await migrate(postgres.url(TEMPLATE))
  return { postgres, admin, folder }
}

async function stopCluster({ postgres, admin, folder }: Cluster): Promise<void> {
  cluster = undefined
  await admin.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Close it when done: the last one closed stops the cluster. */
export async function testDatabase(): Promise<TestDatabase> {
  open += 1
  cluster ??= startCluster()
  const { postgres, admin } = await cluster
  made += 1
  const name = `test_${made}`
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const url = postgres.url(name)
  const db = openDatabase(url)
  const owner = openDatabase(url, { role: null, connections: 2 })
  let closed = false
  return {
    db,
    owner,
    url,
    close: async () => {
      if (closed) return
      closed = true
      await Promise.all([db.close(), owner.close()])
      open -= 1
      if (open === 0 && cluster !== undefined) await stopCluster(await cluster)
    },
  }
}
