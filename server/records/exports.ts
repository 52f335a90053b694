/**
 * Exports all data about a user as one file. It is written to disk from one snapshot, so that a slow reader blocks no
 * connection.
 */
import { Zip, ZipDeflate } from 'fflate'
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import { type ExportFile, exportFiles } from '#server/records/export-files.ts'

export interface Exports {
  /**
   * The whole archive, which can be read once. Null if `signal` was aborted. One export per user at a time, until the
   * stream closes; otherwise throws `export_running`.
   */
  open(userId: bigint, signal: AbortSignal): Promise<{ bytes: number; stream: Readable } | null>
}
export interface ExportParts {
  db: Database
  clock: MarketClock
  dataFolder: string
}

/** Each export holds a database connection while it is written. */
const MADE_AT_ONCE = 2
const WAITING_MAX = 20

/** An unlinked file, which the system removes when this process ends. */
async function namelessFile(folder: string): Promise<FileHandle> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/**
 * Creates a zip archive while its files are read, and yields its bytes in order. Only the current piece is in memory.
 * Stops reading when its reader stops.
 */
async function* zipOf(files: readonly ExportFile[], madeAt: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const utf8 = new TextEncoder()
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    ready.push(bytes)
  })
  for (const { name, text } of files) {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = madeAt
    zip.add(entry)
    for await (const piece of text) {
      entry.push(utf8.encode(piece))
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* ready
}

export function createExports({ db, clock, dataFolder }: ExportParts): Exports {
  const folder = join(dataFolder, 'exports')
  // Removes files of a process that ended between creating and unlinking them.
  rmSync(folder, { recursive: true, force: true })
  const inTurn = boundedQueue({ atOnce: MADE_AT_ONCE, waitingMax: WAITING_MAX })
  const running = new Set<bigint>()

  /** Writes the archive. Returns its bytes, or null if it was aborted. */
  const write = (file: FileHandle, userId: bigint, signal: AbortSignal): Promise<number | null> =>
    db.snapshot(async (tx) => {
      let bytes = 0
      const atMs = clock.now()
      for await (const piece of zipOf(exportFiles(tx, userId, atMs), new Date(atMs))) {
        if (signal.aborted) return null
        await file.write(piece)
        bytes += piece.length
      }
      return bytes
    })

  const make = async (userId: bigint, signal: AbortSignal) => {
    const file = await namelessFile(folder)
    try {
      const bytes = await inTurn(async () => (signal.aborted ? null : write(file, userId, signal)))
      if (bytes !== null) return { bytes, stream: file.createReadStream({ start: 0 }) }
    } catch (error) {
      await file.close()
      throw error
    }
    await file.close()
    return null
  }

  return {
    open: async (userId, signal) => {
      if (running.has(userId)) throw new Rejected('export_running')
      running.add(userId)
      const done = (): void => void running.delete(userId)
      try {
        const made = await make(userId, signal)
        if (made === null) done()
        else made.stream.once('close', done)
        return made
      } catch (error) {
        done()
        throw error
      }
    },
  }
}
