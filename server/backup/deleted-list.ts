/**
 * The lists of deleted photos in backup folders. The server adds to them with every deletion, so that a restore
 * destroys once more what was deleted after the backup.
 */
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DELETED } from '#server/backup/layout.ts'
import { textOrNone, writeWhole } from '#server/platform/whole-files.ts'

/** Beside the list outside the data folder: the backup folders, one per line. */
const foldersFile = (deletedPhotos: string): string => `${deletedPhotos}.backups`
const linesOf = (text: string): string[] => text.split('\n').filter(Boolean)

/** The folders that have backups of this server. */
export const backupFolders = async (deletedPhotos: string): Promise<string[]> =>
  linesOf(await textOrNone(foldersFile(deletedPhotos)))

/** Adds a folder to those that are told of deletions. Call it before anything is copied. */
export async function registerFolder(deletedPhotos: string, folder: string): Promise<void> {
  const known = await backupFolders(deletedPhotos)
  if (known.includes(folder)) return
  await writeWhole(foldersFile(deletedPhotos), `${[...known, folder].join('\n')}\n`)
}

/** Adds the lines that the list at `to` lacks. */
export async function addMissing(from: string, to: string): Promise<void> {
  const known = await textOrNone(to)
  const has = new Set(linesOf(known))
  const missing = linesOf(await textOrNone(from)).filter((line) => !has.has(line))
  if (missing.length === 0) return
  const start = known === '' || known.endsWith('\n') ? '' : '\n'
  await appendFile(to, `${start}${missing.join('\n')}\n`, { mode: 0o600, flush: true })
}

/** Brings the lists of all backup folders up to date. Returns the folders that could not be reached. */
export async function tellBackups(deletedPhotos: string): Promise<string[]> {
  const unreached: string[] = []
  for (const folder of await backupFolders(deletedPhotos)) {
    await addMissing(deletedPhotos, join(folder, DELETED)).catch(() => unreached.push(folder))
  }
  return unreached
}
