/** Files and folders that are there whole or not at all, after a crash too. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAlive } from '#server/platform/db/data-lock.ts'

/** Whether a file or folder is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The text of a file; empty if there is none. */
export async function textOrNone(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

/** Makes a file durable, or the names in a folder. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a file or a folder its name, durably. What is in it must be on the disk. */
export async function moveWhole(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncToDisk(dirname(to))
}

/** Replaces a file whole. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = unfinished(path)
  await writeFile(draft, text, { mode: 0o600, flush: true })
  await moveWhole(draft, path)
}

/** The name of something while this process makes it. */
export const unfinished = (path: string): string =>
  join(dirname(path), `.${basename(path)}.unfinished-${process.pid}`)

/** What processes that have ended left unfinished in a folder, under a name or under any. */
export function leftovers(folder: string, name: string | null = null): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((each) => {
      const [, of, pid] = /^\.(.+)\.unfinished-(\d+)$/.exec(each) ?? []
      if (of === undefined || (name !== null && of !== name)) return false
      return Number(pid) === process.pid || !isAlive(Number(pid))
    })
    .map((each) => join(folder, each))
}

/** Removes what processes that have ended left in a folder. */
export function removeLeftovers(folder: string, name: string | null = null): void {
  for (const path of leftovers(folder, name)) rmSync(path, { recursive: true, force: true })
}
