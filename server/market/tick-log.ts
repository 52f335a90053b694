/** The tick log: chains every product's records, makes them durable in group commits, and only then publishes them. */
import type { TickRecord } from '#contract/tick-log.ts'
import type { BandState } from '#rules/sanity-band.ts'
import { type LoggedProduct, type LogInput, ProductLog } from '#server/market/product-log.ts'
import {
  appendRecords,
  type LoggedRecord,
  readAfter,
  readPriceAt,
  readSpanning,
  reappendRecords,
} from '#server/market/tick-log-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

/** Called with a product's new records. */
export type RecordsListener = (productId: number, records: readonly TickRecord[]) => void
type TickOf = Extract<TickRecord, { kind: 'tick' }>

/** Maximum records in memory while the database is unavailable. Beyond it, records are dropped and a gap is logged. */
const MAX_PENDING = 5_000
const RETRY_FIRST_MS = 100
const RETRY_MOST_MS = 2_000

/** What the log needs. */
export interface TickLogParts {
  db: Database<'market'>
  clock: MarketClock
  log: Logger
}

/** The tick log of all products. */
export class TickLog {
  readonly #parts: TickLogParts
  readonly #products = new Map<number, ProductLog>()
  readonly #listeners = new Set<RecordsListener>()
  #pending: LogInput[] = []
  #flushing: Promise<void> | undefined
  #closed = false

  constructor(parts: TickLogParts, products: readonly LoggedProduct[]) {
    this.#parts = parts
    for (const product of products) this.#products.set(product.id, new ProductLog(product))
  }

  /** Restores the stored log's newest records, in order, and the state of the band, at start. */
  restore(productId: number, records: readonly TickRecord[], band: BandState): void {
    this.#of(productId).restore(records, band)
  }

  /** Appends inputs. The caller ensures that times never decrease within a product. */
  append(inputs: readonly LogInput[]): void {
    if (this.#closed) return
    for (const input of inputs) {
      const product = this.#of(input.productId)
      if (product.tail !== undefined && input.timeMs < product.tail.timeMs) {
        throw new Error(`${product.symbol}: time went back to ${input.timeMs}`)
      }
      if (product.lost) {
        const { productId, timeMs } = input
        this.#pending.push({ productId, timeMs, kind: 'gap', reason: 'feed' })
        product.lost = false
      }
      product.tail = { timeMs: input.timeMs, kind: input.kind }
      this.#pending.push(input)
    }
    if (this.#pending.length > MAX_PENDING) this.#letGo()
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined
    })
  }

  /**
   * Adds a listener, called with each product's new records in order after they are durable. Returns a function that
   * removes it.
   */
  onRecords(listener: RecordsListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when everything appended so far is durable or dropped. */
  async drained(): Promise<void> {
    await this.#flushing
  }

  /** The newest durable record. */
  head(productId: number): TickRecord | undefined {
    return this.#of(productId).head
  }
  /** The newest durable good tick. */
  lastTick(productId: number): TickOf | undefined {
    return this.#of(productId).lastTick
  }
  /** The newest accepted record, durable or not. */
  tail(productId: number): { timeMs: number; kind: TickRecord['kind'] } | undefined {
    return this.#of(productId).tail
  }

  /** As `Market.recordsSpanning`. */
  async recordsSpanning(productId: number, fromMs: number, toMs: number): Promise<TickRecord[]> {
    const known = this.#of(productId).recent.spanning(fromMs, toMs)
    return known ?? readSpanning(this.#parts.db, productId, { fromMs, toMs })
  }
  /** As `Market.recordsAfter`. */
  async recordsAfter(productId: number, afterSeq: number, limit: number): Promise<TickRecord[]> {
    const known = this.#of(productId).recent.after(afterSeq, limit)
    return known ?? readAfter(this.#parts.db, productId, { afterSeq, limit })
  }
  /** The price of the last good tick at or before a moment. Null before the first. */
  async priceAt(productId: number, timeMs: number): Promise<number | null> {
    const known = this.#of(productId).recent.priceAt(timeMs)
    return known ?? readPriceAt(this.#parts.db, productId, timeMs)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#flushing
  }

  #of(productId: number): ProductLog {
    const product = this.#products.get(productId)
    if (product === undefined) throw new Error(`product ${productId} has no log`)
    return product
  }

  #letGo(): void {
    this.#parts.log.error({ records: this.#pending.length }, 'tick records let go: no database')
    for (const { productId } of this.#pending) this.#of(productId).lost = true
    this.#pending = []
  }

  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.flatMap((input): LoggedRecord[] => {
        const { productId } = input
        return this.#of(productId)
          .seal(input)
          .map((record) => ({ productId, record }))
      })
      this.#pending = []
      if (!(await this.#store(batch))) return
      this.#publish(batch)
    }
  }

  /** False only when the log is closed first. */
  async #store(batch: readonly LoggedRecord[]): Promise<boolean> {
    const { db, clock, log } = this.#parts
    for (let attempt = 0; ; attempt++) {
      try {
        if (attempt === 0) await appendRecords(db, batch)
        else if (!(await reappendRecords(db, batch))) {
          this.#closed = true
          log.fatal('another server writes to this tick log; this one stops its market')
          return false
        }
        return true
      } catch (error) {
        if (attempt === 0 || attempt % 10 === 0) log.error({ err: error }, 'tick log not stored')
        if (this.#closed) return false
        const wait = Math.min(RETRY_FIRST_MS * 2 ** attempt, RETRY_MOST_MS)
        await new Promise<void>((resume) => clock.at(clock.now() + wait, resume))
      }
    }
  }

  #publish(batch: readonly LoggedRecord[]): void {
    const byProduct = new Map<number, TickRecord[]>()
    for (const { productId, record } of batch) {
      this.#of(productId).durable(record)
      const records = byProduct.get(productId)
      if (records === undefined) byProduct.set(productId, [record])
      else records.push(record)
    }
    for (const [productId, records] of byProduct) {
      for (const listener of this.#listeners) this.#tell(listener, productId, records)
    }
  }

  #tell(listener: RecordsListener, productId: number, records: readonly TickRecord[]): void {
    try {
      listener(productId, records)
    } catch (error) {
      this.#parts.log.error({ err: error, productId }, 'a listener of the tick log failed')
    }
  }
}
