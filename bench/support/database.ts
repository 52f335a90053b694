/** A real PostgreSQL for benchmarks: its own folder, and fsync on as in service. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrations.ts'

export interface BenchDatabase {
  db: Database
  owner: Database
  url: string
  folder: string
  close(): Promise<void>
}

export async function benchDatabase(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-bench-'))
  // As root the database runs as another user, who must get in.
  chmodSync(folder, 0o755)
  const postgres = await startEmbedded({ dataFolder: folder })
  const admin = openDatabase(postgres.url('postgres'), { role: null, connections: 1 })
  await admin.query('create database fairtick')
  await admin.close()
  const url = postgres.url('fairtick')
  await migrate(url)
  const db = openDatabase(url)
  const owner = openDatabase(url, { role: null, connections: 2 })
  return {
    db,
    owner,
    url,
    folder,
    close: async () => {
      await Promise.all([db.close(), owner.close()])
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
