/** What backup folders and data folders have in them, read without the code of the product. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const described = z.object({
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
})
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The paths of all files in a folder, in order. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

/** Names of what a command that was killed left in a folder. */
export const unfinishedIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.includes('unfinished'))

/** The folders that have the name of a backup. */
export const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{8}T\d{6}Z$/.test(name))
    .map((name) => join(folder, name))

/** What is wrong with a backup, in words. Null if nothing is. */
export function faultOfBackup(folder: string): string | null {
  const manifest = join(folder, 'backup.json')
  if (!existsSync(manifest)) return `${folder} does not describe itself`
  const { files } = described.parse(JSON.parse(readFileSync(manifest, 'utf8')))
  if (files.length !== 2) return `${folder} has ${files.length} files`
  for (const { name, bytes, sha256 } of files) {
    const content = readFileSync(join(folder, name))
    if (content.length !== bytes || digest(content) !== sha256) return `${folder}: ${name} differs`
  }
  return null
}

/** A line per file of the folders, with its name and its digest. */
export const digestsOf = (...folders: readonly string[]): string =>
  folders
    .flatMap(filesIn)
    .map((file) => `${file} ${digest(readFileSync(file))}`)
    .join('\n')
