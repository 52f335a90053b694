/** Makes a backup while the server runs: the database first, then photos and keys, so that each photo has its file. */
import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { SERIES_VERSION } from '#rules/simulation.ts'
import { clusterEntries, fileEntry } from '#server/backup/cluster-copy.ts'
import { addMissing, registerFolder } from '#server/backup/deleted-list.ts'
import {
  DATABASE_PACK,
  DELETED,
  FILES_PACK,
  MANIFEST,
  type Manifest,
  manifestText,
  nameAt,
  type Packed,
} from '#server/backup/layout.ts'
import { openOutside } from '#server/backup/outside-database.ts'
import { type PackEntry, packInto } from '#server/backup/pack.ts'
import { type Secret, sealFor } from '#server/backup/seal.ts'
import { moveWhole, removeLeftovers, syncToDisk, unfinished } from '#server/platform/whole-files.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { openSession } from '#server/platform/db/owner-database.ts'
import { openSigner } from '#server/platform/signer.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import { VERSION } from '#server/platform/version.ts'

/** What a backup is made of. */
export interface BackupParts {
  config: Config
  folder: string
  secret: Secret
  /** The owner's URL of the database. */
  url: string
  /** The folder of the embedded cluster. Null if the database is at DATABASE_URL. */
  cluster: string | null
}

/** What of the data folder belongs to a running server, or is copied with the database. */
const LEFT_OUT = /^(pg|pg-folder|server\.lock|exports|\..*)$/

const realPath = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path))

/** Throws `StartRefused` for a folder that a backup must not be in, before anything is written. */
export function refuseBackupFolder(folder: string, { dataFolder }: Config): void {
  if (!existsSync(dataFolder)) {
    throw new StartRefused(`${dataFolder} does not exist: name the data folder of the server.`)
  }
  const [backup, data] = [realPath(folder), realPath(dataFolder)]
  if (
    `${backup}${sep}`.startsWith(`${data}${sep}`) ||
    `${data}${sep}`.startsWith(`${backup}${sep}`)
  ) {
    throw new StartRefused(
      `${folder} is in the data folder ${dataFolder}, or has it inside, and would be lost with it: ` +
        'choose a folder on another disk.',
    )
  }
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new StartRefused(`${folder} is no folder: choose another one.`)
  }
}

async function* dataEntries(folder: string, inside = ''): AsyncGenerator<PackEntry> {
  for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (inside === '' && LEFT_OUT.test(entry.name)) continue
    if (entry.isDirectory()) {
      yield { path: `${path}/`, mode: 0o700, size: 0, content: null }
      yield* dataEntries(folder, path)
    } else if (entry.isFile() && !entry.name.endsWith('.draft')) {
      const file = await fileEntry(join(folder, path), path)
      if (file !== null) yield file
    }
  }
}

async function* allFiles(dataFolder: string, cluster: string | null): AsyncGenerator<PackEntry> {
  yield* dataEntries(dataFolder)
  // It is beside the cluster, which is elsewhere if PostgreSQL may not enter the data folder.
  const name = 'pg-password'
  if (cluster === null || existsSync(join(dataFolder, name))) return
  const file = await fileEntry(join(dirname(cluster), name), name)
  if (file !== null) yield file
}

interface Facts {
  instance_id: string
  migrations: string[]
  postgres: string
  archive: string
}
async function factsOf(owner: Queryable): Promise<Facts> {
  const rows = await owner.query<Facts>(
    `select (select id from instance) as instance_id,
      (select array_agg(name::text order by name) from schema_migrations) as migrations,
      (current_setting('server_version_num')::int / 10000)::text as postgres,
      coalesce(current_setting('basic_archive.archive_directory', true), '') as archive`,
  )
  if (rows[0] === undefined) throw new Error('the instance row is missing')
  return rows[0]
}

async function fill(draft: string, owner: Queryable, parts: BackupParts): Promise<Manifest> {
  const { config, secret, cluster } = parts
  const facts = await factsOf(owner)
  const files: Packed[] = []
  const startedAt = Date.now()
  let takenAt = startedAt
  if (cluster !== null) {
    const entries = clusterEntries(owner, cluster, (moment) => {
      takenAt = moment.takenAt
    })
    files.push(await packInto(join(draft, DATABASE_PACK), entries))
  }
  const entries = allFiles(config.dataFolder, cluster)
  files.push(await packInto(join(draft, FILES_PACK), entries, sealFor(secret)))
  return {
    release: VERSION.version,
    series: SERIES_VERSION,
    instanceId: facts.instance_id,
    keyId: openSigner(config.dataFolder).keyId,
    migrations: facts.migrations,
    postgres: facts.postgres,
    startedAt,
    takenAt,
    archive: cluster === null || facts.archive === '' ? null : facts.archive,
    files,
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code))

/** Gives a backup the name of its time, or of the next second of which there is no backup. Returns its folder. */
export async function moveToName(draft: string, folder: string, timeMs: number): Promise<string> {
  for (let atMs = timeMs; ; atMs += 1_000) {
    const place = join(folder, nameAt(atMs))
    try {
      await moveWhole(draft, place)
      return place
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
}

/** Makes a backup. Returns its folder, which has its name once everything in it is on the disk. */
export async function makeBackup(parts: BackupParts): Promise<string> {
  const { config, folder, secret, url, cluster } = parts
  refuseBackupFolder(folder, config)
  sealFor(secret)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeLeftovers(folder)
  await registerFolder(config.deletedPhotos, realpathSync(folder))
  const owner = cluster === null ? await openOutside(url) : await openSession(url)
  try {
    const begunAt = Date.now()
    const draft = unfinished(join(folder, nameAt(begunAt)))
    mkdirSync(draft, { mode: 0o700 })
    const said = await fill(draft, owner, parts)
    await addMissing(config.deletedPhotos, join(folder, DELETED))
    await writeFile(join(draft, MANIFEST), manifestText(said), { mode: 0o600, flush: true })
    await syncToDisk(draft)
    return await moveToName(draft, folder, begunAt)
  } catch (error) {
    removeLeftovers(folder)
    throw error
  } finally {
    await owner.close()
  }
}
