/**
 * Writes decisions in bounded chunks, a few at a time, and retries without limit because the database may be
 * unavailable for long.
 */
import type { MarketClock } from '#server/platform/clock.ts'

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 5_000

/** Options of a writer. */
export interface ChunkOptions<T> {
  /** Maximum number of items per chunk. */
  limit: number
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
function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && DATA_FAULT.test(code)
}

/** Writes items in chunks. */
export class ChunkWriter<T> {
  readonly #options: ChunkOptions<T>
  #queue: T[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #sleeping = new Set<() => void>()
  #stopped = false

  constructor(options: ChunkOptions<T>) {
    this.#options = options
  }

  /** Queues items. */
  add(items: readonly T[]): void {
    if (this.#stopped || items.length === 0) return
    this.#queue = this.#queue.concat(items)
    if (this.#running.size < this.#options.atOnce) this.#startDrain()
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

  #startDrain(): void {
    const drain = this.#drain().finally(() => this.#running.delete(drain))
    this.#running.add(drain)
  }

  async #drain(): Promise<void> {
    // Decisions made in the same turn of the event loop are written together.
    await Promise.resolve()
    while (this.#queue.length > 0 && !this.#stopped) {
      const chunk = this.#queue.slice(0, this.#options.limit)
      this.#queue = this.#queue.slice(this.#options.limit)
      if (this.#queue.length > 0 && this.#running.size < this.#options.atOnce) this.#startDrain()
      await this.#attempt(chunk)
    }
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
