/** Everything about a user in one file, made on disk from one snapshot, so that a slow reader holds nothing. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import { exportFiles } from '#server/records/export-files.ts'
import { zipOf } from '#server/records/export-zip.ts'

export interface Exports {
  /**
   * The whole zip, to be read once. Null: `signal` says that nobody waits any more. One at a time a user, until the
   * stream closes: else `export_running`.
   */
  open(userId: bigint, signal: AbortSignal): Promise<{ bytes: number; stream: Readable } | null>
}
export interface ExportParts {
  db: Database
  clock: MarketClock
  dataFolder: string
}

/** Each holds a database connection while it is made. */
const MADE_AT_ONCE = 2
const WAITING_MAX = 20

/** A file without a name: whatever ends this process ends the file. */
async function namelessFile(folder: string): Promise<FileHandle> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

export function createExports({ db, clock, dataFolder }: ExportParts): Exports {
  const folder = join(dataFolder, 'exports')
  // What a process left that ended between opening a file and taking its name away.
  rmSync(folder, { recursive: true, force: true })
  const inTurn = boundedQueue({ atOnce: MADE_AT_ONCE, waitingMax: WAITING_MAX })
  const running = new Set<bigint>()

  /** How many bytes; null when it was given up. */
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
