/**
 * Recorded frames of venues: compressed text files, one per venue and hour, with a line per frame: the time of its
 * receipt in seconds since 1970 (UTC), a colon, a blank, and the frame.
 */
import { HOUR_MS } from '#contract/time.ts'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress, type ZstdCompress } from 'node:zlib'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'

/** A process that is killed loses at most so much. */
const FLUSH_EVERY_MS = 5_000
/** Text that waits for the disk. A disk that is slower for so long is full or broken. */
const MOST_WAITING = 64 * 1_048_576

/** `okx-2026-11-30T09-15-02Z.txt.zst`: its frames begin then. The names of a venue's files are in the order of time. */
const fileOf = (venue: string, startMs: number): string =>
  `${venue}-${new Date(startMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.txt.zst`

/** Blanks and the ends of lines mean the same between the parts of JSON, and its texts have no ends of lines. */
const lineOf = (frame: string, atMs: number): string =>
  `${(atMs / 1_000).toFixed(3)}: ${frame.replaceAll(/[\r\n]+/g, ' ')}\n`

/** Writes what one venue sends. */
export class Recording {
  readonly #folder: string
  readonly #venue: string
  readonly #onFault: (reason: string) => void
  readonly #stopFlushing: Cancel
  #open: { stream: ZstdCompress; written: Promise<void>; hour: number } | null = null
  /** Files of ended hours that are still being written. */
  #ending = new Set<Promise<void>>()
  frames = 0

  /** `onFault` is called when a file cannot be written; what was written before remains. */
  constructor(parts: {
    folder: string
    venue: string
    clock: MarketClock
    onFault: (reason: string) => void
  }) {
    this.#folder = parts.folder
    this.#venue = parts.venue
    this.#onFault = parts.onFault
    this.#stopFlushing = parts.clock.every(FLUSH_EVERY_MS, () => this.#open?.stream.flush())
  }

  /** Adds a frame that arrived at this time (ms). */
  write(frame: string, atMs: number): void {
    const hour = Math.floor(atMs / HOUR_MS)
    if (this.#open !== null && this.#open.hour !== hour) this.#end()
    this.#open ??= { ...this.#begin(atMs), hour }
    this.#open.stream.write(lineOf(frame, atMs))
    this.frames += 1
    if (this.#open.stream.writableLength > MOST_WAITING) this.#onFault('the disk is too slow')
  }

  /** Ends the file. Resolves when all is written. */
  async close(): Promise<void> {
    this.#stopFlushing()
    this.#end()
    await Promise.all(this.#ending)
  }

  #begin(atMs: number): { stream: ZstdCompress; written: Promise<void> } {
    const stream = createZstdCompress()
    const file = createWriteStream(join(this.#folder, fileOf(this.#venue, atMs)), { flags: 'wx' })
    const written = pipeline(stream, file).catch((error: unknown) =>
      this.#onFault(error instanceof Error ? error.message : String(error)),
    )
    return { stream, written }
  }

  #end(): void {
    if (this.#open === null) return
    const { stream, written } = this.#open
    stream.end()
    this.#ending.add(written)
    void written.then(() => this.#ending.delete(written))
    this.#open = null
  }
}

/** A frame, and when it arrived. */
export interface RecordedFrame {
  atMs: number
  frame: string
}

/** `1796031091.937: …`; some recordings of others have nanoseconds and no colon. Lines with an address were sent. */
const LINE = /^(\d+(?:\.\d+)?)(:?) (.*)$/
const NS_PER_MS = 1_000_000

function frameIn(line: string): RecordedFrame[] {
  const [, time, colon, frame] = LINE.exec(line.trimEnd()) ?? []
  if (frame === undefined) return []
  return [{ atMs: colon === '' ? Number(time) / NS_PER_MS : Number(time) * 1_000, frame }]
}

/**
 * The frames of a file. One that ends early, because its writer was killed, gives what it has. Throws if it cannot be
 * read.
 */
export async function* framesIn(path: string): AsyncGenerator<RecordedFrame> {
  const file = createReadStream(path)
  const unpack = path.endsWith('.zst')
    ? createZstdDecompress({ finishFlush: constants.ZSTD_e_flush })
    : new PassThrough()
  // What fails ends the reading below with its error.
  const read = pipeline(file, unpack).catch(() => undefined)
  let rest = ''
  for await (const text of unpack.setEncoding('utf8')) {
    const lines = `${rest}${String(text)}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield* frameIn(line)
  }
  // Ours end each line, so what is left of a file that ends early is a part of a frame.
  if (!path.endsWith('.zst')) yield* frameIn(rest)
  await read
}
