/** Writes decisions in bounded chunks, few at a time, and gives up on none: the database may be away for long. */
import type { MarketClock } from '#server/platform/clock.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000

export interface ChunkOptions<T> {
  /** Items a chunk. */
  limit: number
  /** Chunks under way at once. */
  atOnce: number
  clock: MarketClock
  write: (chunk: readonly T[]) => Promise<void>
  /** Of an item that was refused for what it is: it would hold up all others. */
  refused: (item: T, error: unknown) => void
  failed: (error: unknown, waitMs: number) => void
}

/** SQLSTATE classes and our own states that say something about the data, not about the moment. */
const DATA_FAULT = /^(22|23|42|P0|FT9)/
function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && DATA_FAULT.test(code)
}

export class ChunkWriter<T> {
  readonly #options: ChunkOptions<T>
  #queue: T[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #sleeping = new Set<() => void>()
  #stopped = false

  constructor(options: ChunkOptions<T>) {
    this.#options = options
  }

  add(items: readonly T[]): void {
    if (this.#stopped || items.length === 0) return
    this.#queue = this.#queue.concat(items)
    if (this.#running.size < this.#options.atOnce) this.#startDrain()
  }

  /** Resolves when nothing is queued or under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Ends after the chunk under way; what is queued is dropped, for the table still knows it. */
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
    // Decisions made in the same turn go out together.
    await Promise.resolve()
    while (this.#queue.length > 0 && !this.#stopped) {
      const chunk = this.#queue.slice(0, this.#options.limit)
      this.#queue = this.#queue.slice(this.#options.limit)
      if (this.#queue.length > 0 && this.#running.size < this.#options.atOnce) this.#startDrain()
      await this.#attempt(chunk)
    }
  }

  async #attempt(chunk: readonly T[]): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !this.#stopped; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      try {
        return await this.#options.write(chunk)
      } catch (error) {
        if (isDataFault(error)) return this.#isolate(chunk, error)
        this.#options.failed(error, wait)
        await this.#sleep(wait)
      }
    }
  }

  /** Halves a chunk until the item at fault stands alone; all others go through. */
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
