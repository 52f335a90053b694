/** Where files that need not survive the machine are stored fastest. */
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux has a file system in memory here. Every database has hundreds of files, which disks create slowly. */
const MEMORY_FOLDER = '/dev/shm'
/** Containers often have only 64 MB there. */
const NEEDED_BYTES = 4 * 2 ** 30

/** A folder in memory if there is room for databases, or else that of temporary files. */
export function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= NEEDED_BYTES ? MEMORY_FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}
