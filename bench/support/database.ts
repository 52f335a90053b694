/** A real PostgreSQL for benchmarks: its own folder on the disk, and fsync on as in service. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openPools, type Pools, type RoleUrls } from '#server/platform/db/pools.ts'
import { prepareDatabase } from '#server/platform/db/prepare.ts'
import { fastFolder } from '#support/fast-folder.ts'
import { benchOptions } from './options.ts'

const { smoke } = benchOptions()

export interface BenchDatabase {
  pools: Pools
  /** The app's pool. */
  db: Database
  owner: Database<never>
  /** The connection strings of the roles. */
  urls: RoleUrls
  folder: string
  close(): Promise<void>
}

/** A new folder that a database can use. A smoke run measures nothing, so its folder may be in memory. */
export function dataFolderOf(name: string): string {
  const folder = mkdtempSync(join(smoke ? fastFolder() : tmpdir(), `fairtick-${name}-`))
  // As root the database runs as another user, who must get in.
  chmodSync(folder, 0o755)
  return folder
}

export async function benchDatabase(): Promise<BenchDatabase> {
  const folder = dataFolderOf('bench')
  const postgres = await startEmbedded({ dataFolder: folder })
  const admin = openDatabase(postgres.url('postgres'), { connections: 1 })
  await admin.query('create database fairtick')
  await admin.close()
  const url = postgres.url('fairtick')
  const { urls } = await prepareDatabase(url)
  const pools = openPools(urls, () => undefined)
  const owner = openDatabase(url, { connections: 2 })
  return {
    pools,
    db: pools.app,
    owner,
    urls,
    folder,
    close: async () => {
      await Promise.all([pools.close(), owner.close()])
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
