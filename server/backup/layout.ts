/**
 * What a backup folder contains: one folder per backup, named by its time, and the list of deleted photos, which grows
 * with every deletion.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The file that describes a backup. It is written last. */
export const MANIFEST = 'backup.json'
/** The database with the WAL that it needs. Missing if the database is at DATABASE_URL. */
export const DATABASE_PACK = 'database.tar'
/** All other files of the data folder, encrypted: keys and photos. */
export const FILES_PACK = 'files.tar.age'
/** The list of deleted photos, beside the backups. */
export const DELETED = 'deleted-photos'

const FORMAT = 1
const NAME = /^\d{8}T\d{6}Z$/

const packed = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })
/** A file of a backup. */
export type Packed = z.infer<typeof packed>

const manifest = z.object({
  format: z.int(),
  release: z.string(),
  /** The version of the simulated prices. */
  series: z.int(),
  instanceId: z.string(),
  /** The id of the signing key. */
  keyId: z.string(),
  migrations: z.array(z.string()),
  /** The major version of PostgreSQL. */
  postgres: z.string(),
  startedAt: z.number(),
  /** The moment that the backup restores, ms. */
  takenAt: z.number(),
  /** The folder to which the WAL was archived. Null if it was not. */
  archive: z.string().nullable(),
  files: z.array(packed),
})
/** What a backup says of itself. */
export type Manifest = Omit<z.infer<typeof manifest>, 'format'>

/** A backup in its folder. */
export interface Backup extends Manifest {
  folder: string
}

export const manifestText = (said: Manifest): string =>
  `${JSON.stringify({ format: FORMAT, ...said }, null, 2)}\n`

/** The name of a backup, from its time. Names sort by time. */
export const nameAt = (timeMs: number): string =>
  new Date(timeMs).toISOString().replace(/[-:]|\.\d+/g, '')

function readBackup(folder: string): Backup {
  const path = join(folder, MANIFEST)
  let given: unknown
  try {
    given = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new StartRefused(`${path} cannot be read: take another copy of this backup.`)
  }
  const format = z.looseObject({ format: z.int() }).safeParse(given).data?.format ?? 0
  if (format > FORMAT) {
    throw new StartRefused(`${path} is of a newer release: restore it with that release.`)
  }
  const said = manifest.safeParse(given)
  if (!said.success) {
    throw new StartRefused(`${path} does not describe a backup: take another copy of this backup.`)
  }
  const { format: _, ...rest } = said.data
  return { ...rest, folder }
}

/**
 * The newest backup in a folder, or that folder itself. `until`: the newest one that was taken by then. Throws
 * `StartRefused` if there is none.
 */
export function findBackup(folder: string, until: number | null): Backup {
  if (!existsSync(folder)) throw new StartRefused(`${folder} does not exist.`)
  const names = readdirSync(folder).filter((name) => NAME.test(name))
  const isOne = names.length === 0 && existsSync(join(folder, MANIFEST))
  const paths = isOne ? [folder] : names.toSorted().map((name) => join(folder, name))
  if (paths.length === 0) {
    throw new StartRefused(`${folder} has no backup. npm run backup -- ${folder} makes one.`)
  }
  for (const path of paths.toReversed()) {
    const backup = readBackup(path)
    if (until === null || backup.takenAt <= until) return backup
  }
  throw new StartRefused(
    `${folder} has no backup from before ${new Date(until ?? 0).toISOString()}: give a later --to, or none.`,
  )
}
