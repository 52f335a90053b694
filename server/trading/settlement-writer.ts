/**
 * Writes decisions in bounded chunks, a few at a time, and retries without limit because the database may be
 * unavailable for long.
 */
import type { MarketClock } from '#server/platform/clock.ts'

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 5_000
/** Waits for the next turn of the event loop. Decisions of one turn are written together; many take several. */
export const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done))

export interface ChunkOptions<T> {
  /** Maximum number of items per chunk. */
  limit: number
  /**
   * Items of one group are written in one chunk, so that chunks in progress do not wait for the same rows. A chunk may
   * be longer than `limit` by the rest of a group.
   */
  groupOf: (item: T) => unknown
  /** Maximum number of chunks in progress. */
  atOnce: number
  clock: MarketClock
  write: (chunk: readonly T[]) => Promise<void>
  /** Called for an item that can never be written. Other items must not wait for it. */
  refused: (item: T, error: unknown) => void
  failed: (error: unknown, waitMs: number) => void
}

/** SQLSTATE classes, and our own states, that report a fault of the data. Other errors are temporary. */
const DATA_FAULT = /^(22|23|42|P0|FT9)/
/** Errors of an item that cannot be put into words for the database, however often it is tried. */
const CODE_FAULT = /^(TypeError|RangeError|SyntaxError|\$?ZodError)$/
function isDataFault(error: unknown): boolean {
  if (error instanceof Error && CODE_FAULT.test(error.name)) return true
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && DATA_FAULT.test(code)
}

/** Writes items in chunks. */
export class ChunkWriter<T> {
  readonly #options: ChunkOptions<T>
  /** What waits, by group, in the order of each group's first item. */
  readonly #queue = new Map<unknown, T[]>()
  readonly #running = new Set<Promise<void>>()
  readonly #sleeping = new Set<() => void>()
  #stopped = false

  constructor(options: ChunkOptions<T>) {
    this.#options = options
  }

  /** Queues items. */
  add(items: readonly T[]): void {
    if (this.#stopped || items.length === 0) return
    for (const item of items) {
      const group = this.#options.groupOf(item)
      const waiting = this.#queue.get(group)
      if (waiting === undefined) this.#queue.set(group, [item])
      else waiting.push(item)
    }
    if (this.#running.size < this.#options.atOnce) this.#startDrain(nextTurn())
  }

  /** Resolves when nothing is queued or in progress. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Stops after the chunks in progress. Queued items are dropped, because the table still has their orders. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const wake of this.#sleeping) wake()
    await this.idle()
  }

  #startDrain(begin: Promise<void>): void {
    const drain = this.#drain(begin).finally(() => this.#running.delete(drain))
    this.#running.add(drain)
  }

  async #drain(begin: Promise<void>): Promise<void> {
    await begin
    while (this.#queue.size > 0 && !this.#stopped) {
      const chunk = this.#nextChunk()
      if (this.#queue.size > 0 && this.#running.size < this.#options.atOnce) {
        this.#startDrain(Promise.resolve())
      }
      await this.#attempt(chunk)
    }
  }

  #nextChunk(): T[] {
    const chunk: T[] = []
    for (const [group, items] of this.#queue) {
      if (chunk.length >= this.#options.limit) break
      this.#queue.delete(group)
      chunk.push(...items)
    }
    return chunk
  }

  async #attempt(chunk: readonly T[]): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !this.#stopped; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
      try {
        return await this.#options.write(chunk)
      } catch (error) {
        if (isDataFault(error)) return this.#isolate(chunk, error)
        this.#options.failed(error, wait)
        await this.#sleep(wait)
      }
    }
  }

  /** Halves a chunk until the faulty item is alone, so that all others are written. */
  async #isolate(chunk: readonly T[], error: unknown): Promise<void> {
    const middle = chunk.length >>> 1
    if (middle === 0) {
      for (const item of chunk) this.#options.refused(item, error)
      return
    }
    await this.#attempt(chunk.slice(0, middle))
    await this.#attempt(chunk.slice(middle))
  }

  #sleep(ms: number): Promise<void> {
    const { clock } = this.#options
    return new Promise((resolve) => {
      const wake = (): void => {
        cancel()
        this.#sleeping.delete(wake)
        resolve()
      }
      const cancel = clock.at(clock.now() + ms, wake)
      this.#sleeping.add(wake)
    })
  }
}
