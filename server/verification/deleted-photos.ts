/**
 * The list of deleted photos, in a file outside the data folder. A copy of the folder that is put back does not bring
 * an older list back, so the server deletes the photos once more before it answers.
 */
import { constants } from 'node:fs'
import { access, appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { tellBackups } from '#server/backup/deleted-list.ts'
import { isMissing, textOrNone } from '#server/platform/whole-files.ts'
import type { DeletedPhoto } from '#rules/deletion.ts'
import type { Logger } from '#server/platform/logging.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The list. */
export interface DeletedPhotos {
  /** All photos of the list. A line that a crash cut is skipped. */
  read(): Promise<DeletedPhoto[]>
  /** Adds photos, durably. What could not be written is logged, and written with the next ones. */
  add(photos: readonly DeletedPhoto[]): Promise<void>
}

const LINE = /^([1-9]\d{0,18}) (0|[1-9]\d{0,15})$/
const OWNER_ONLY = 0o600

async function mustBeWritable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK | constants.W_OK).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error
      await access(dirname(path), constants.W_OK)
    })
  } catch (cause) {
    throw new StartRefused(
      `${path} cannot be written: set DELETED_PHOTOS to a file outside the data folder`,
      { cause },
    )
  }
}

/** Opens the list. The file is created with the first photo. Throws `StartRefused` if it cannot be written. */
export async function openDeletedPhotos(path: string, log: Logger): Promise<DeletedPhotos> {
  await mustBeWritable(path)
  const isCut = /[^\n]$/.test(await textOrNone(path))
  let owed = isCut ? '\n' : ''
  const tell = async (): Promise<void> => {
    const folders = await tellBackups(path)
    if (folders.length > 0)
      log.error({ folders }, 'deleted photos could not be listed in backup folders')
  }
  await tell()
  return {
    read: async () =>
      (await textOrNone(path)).split('\n').flatMap((line) => {
        const [, id, createdAt] = LINE.exec(line) ?? []
        return id === undefined ? [] : [{ id: BigInt(id), createdAt: Number(createdAt) }]
      }),
    add: async (photos) => {
      if (photos.length === 0) return
      owed += photos.map(({ id, createdAt }) => `${id} ${createdAt}\n`).join('')
      const text = owed
      owed = ''
      try {
        await appendFile(path, text, { mode: OWNER_ONLY, flush: true })
      } catch (err) {
        owed = text + owed
        log.error({ err }, 'deleted photos could not be listed outside the data folder')
      }
      await tell()
    },
  }
}
