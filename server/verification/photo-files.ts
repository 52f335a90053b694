/** Sealed photos as files of the data folder, named by their row's number; a file is whole or not there. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface PhotoFiles {
  /** Durable when it resolves. */
  write(id: bigint, sealed: Buffer): Promise<void>
  /** Null: there is none. */
  read(id: bigint): Promise<Buffer | null>
  /** Those that are not there are passed over. */
  remove(ids: readonly bigint[]): Promise<void>
  /** The numbers of all files; drafts that a crash left behind are removed. */
  list(): Promise<bigint[]>
}

const NAME = /^([1-9]\d{0,18})\.sealed$/
const OWNER_ONLY = 0o600
const FOLDER_OWNER_ONLY = 0o700

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** One folder a database, by its epoch: beside another database no file is taken for a stray of this one. */
export async function openPhotoFiles(dataFolder: string, epoch: string): Promise<PhotoFiles> {
  const folder = join(dataFolder, 'photos', epoch)
  await mkdir(folder, { recursive: true, mode: FOLDER_OWNER_ONLY })
  const pathOf = (id: bigint): string => join(folder, `${id}.sealed`)
  return {
    write: async (id, sealed) => {
      const draft = join(folder, `${id}.${randomUUID()}.draft`)
      try {
        await writeFile(draft, sealed, { mode: OWNER_ONLY, flush: true })
        await rename(draft, pathOf(id))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      // Windows opens no folders; its rename is durable by the journal.
      if (process.platform !== 'win32') await flushFolder(folder)
    },
    read: async (id) => {
      try {
        return await readFile(pathOf(id))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    remove: async (ids) => {
      for (const id of ids) await rm(pathOf(id), { force: true })
    },
    list: async () => {
      const ids: bigint[] = []
      for (const name of await readdir(folder)) {
        const [, id] = NAME.exec(name) ?? []
        if (id !== undefined) ids.push(BigInt(id))
        else await rm(join(folder, name), { force: true })
      }
      return ids
    },
  }
}
