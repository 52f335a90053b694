/** Where the files of old days are: in the data folder, and beside the archived WAL for a restore to a later moment. */
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Day } from '#contract/scalars.ts'
import { isSealed } from '#server/archive/manifest.ts'
import { moveWhole, removeLeftovers, syncToDisk, unfinished } from '#server/platform/whole-files.ts'

/** The name of the archive in the data folder, and in the folder of the archived WAL. */
const ARCHIVE = 'tick-archive'

export const archiveIn = (folder: string): string => join(folder, ARCHIVE)
/** Where a day's files are. */
export const folderOf = (archive: string, day: Day): string => join(archive, day)
/**
 * Where the copy of a day is, by the hash of its manifest: after a restore a day may end otherwise than it did, and the
 * copy of what was lost stays.
 */
export const copyOf = (copies: string, { day, manifest }: { day: Day; manifest: string }): string =>
  join(archiveIn(copies), `${day}-${manifest.slice(0, 16)}`)

/** Copies the folder of a complete day, unless the copy is complete already. */
export async function copyDay(source: string, target: string): Promise<void> {
  if (await isSealed(target)) return
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  removeLeftovers(dirname(target), basename(target))
  const draft = unfinished(target)
  await mkdir(draft, { mode: 0o700 })
  for (const name of await readdir(source)) {
    await copyFile(join(source, name), join(draft, name))
    await syncToDisk(join(draft, name))
  }
  await syncToDisk(draft)
  // What another process left there has no manifest.
  await rm(target, { recursive: true, force: true })
  await moveWhole(draft, target)
}
