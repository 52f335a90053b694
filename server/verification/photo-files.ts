/** Encrypted photos as files in the data folder, named by the id of their row. Writes are atomic. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeletedPhoto } from '#rules/deletion.ts'
import type { DeletedPhotos } from '#server/verification/deleted-photos.ts'

/** The photo files of a database. */
export interface PhotoFiles {
  /** Writes a file. It is durable when the promise resolves. */
  write(id: bigint, sealed: Buffer): Promise<void>
  /** Reads a file. Null if there is none. */
  read(id: bigint): Promise<Buffer | null>
  /** Removes files that belong to no photo. Missing ones are skipped. */
  remove(ids: readonly bigint[]): Promise<void>
  /** Lists photos as deleted outside the data folder, and removes their files. Call this when they are marked so. */
  erase(photos: readonly DeletedPhoto[]): Promise<void>
  /** The ids of all files. Removes drafts that a crash left behind. */
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

/**
 * Opens the folder of a database, named by its id, so that files of another database are never removed as strays.
 */
export async function openPhotoFiles(
  dataFolder: string,
  instanceId: string,
  deleted: Pick<DeletedPhotos, 'add'>,
): Promise<PhotoFiles> {
  const folder = join(dataFolder, 'photos', instanceId)
  await mkdir(folder, { recursive: true, mode: FOLDER_OWNER_ONLY })
  const pathOf = (id: bigint): string => join(folder, `${id}.sealed`)
  const remove = async (ids: readonly bigint[]): Promise<void> => {
    for (const id of ids) await rm(pathOf(id), { force: true })
  }
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
      await flushFolder(folder)
    },
    read: async (id) => {
      try {
        return await readFile(pathOf(id))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    remove,
    erase: async (photos) => {
      await deleted.add(photos)
      await remove(photos.map(({ id }) => id))
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
