/** The tick log: chains every product's records, makes them durable in group commits, and only then publishes them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TRADING_STALE_MS } from '#contract/topics.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { BandState } from '#rules/sanity-band.ts'
import {
  inputsOf,
  type LoggedOrder,
  type LogInput,
  newOrders,
  type Pending,
  tellOrders,
} from '#server/market/log-input.ts'
import { LogReader, NO_OLD_DAYS, type OldDays } from '#server/market/log-reader.ts'
import { type LoggedProduct, ProductLog } from '#server/market/product-log.ts'
import { RecordListeners, type RecordsListener } from '#server/market/record-listeners.ts'
import {
  appendRecords,
  isRefusal,
  type LoggedRecord,
  readHeads,
} from '#server/market/tick-log-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

type TickOf = Extract<TickRecord, { kind: 'tick' }>

/**
 * Records that could not be stored for this long are forgotten, and so is what arrives meanwhile: an outage. By then no
 * orders are accepted.
 */
const OUTAGE_AFTER_MS = TRADING_STALE_MS
const RETRY_FIRST_MS = 100
const RETRY_MOST_MS = 2_000

export interface TickLogParts {
  db: Database<'market'>
  clock: MarketClock
  log: Logger
  /** The days that left the database; none by default. */
  oldDays?: OldDays | undefined
  /** The band of a product at a time, in basis points; by default that of its terms in the catalogue. */
  bandAt?: (productId: number, timeMs: number) => number | undefined
  /** How long records stay in memory, in ms. */
  keepMs?: number | undefined
}

type Batch = readonly LoggedRecord[]

/** The tick log of all products. */
export class TickLog {
  readonly #parts: TickLogParts
  readonly #stored: LogReader
  readonly #products = new Map<number, ProductLog>()
  readonly #listeners: RecordListeners
  #pending: Pending[] = []
  #flushing: Promise<void> | undefined
  /** When the batch that is being stored was sealed: by the market clock, and by that of the process. */
  #sealedAt = 0
  #startedAt = 0
  /** Whether storing it has failed so far. */
  #isFailing = false
  #isOut = false
  /** Forgotten batches whose statement may still reach the database. */
  #forgotten: Batch[] = []
  #closed = false

  constructor(parts: TickLogParts, products: readonly LoggedProduct[]) {
    this.#parts = parts
    this.#stored = new LogReader(parts.db, parts.oldDays ?? NO_OLD_DAYS)
    this.#listeners = new RecordListeners(parts.log)
    for (const product of products) {
      const bandAt = (timeMs: number): number =>
        parts.bandAt?.(product.id, timeMs) ?? product.terms.bandBps
      this.#products.set(product.id, new ProductLog(product.symbol, bandAt, parts.keepMs))
    }
  }

  /** Restores the stored log's newest records, in order, and the state of the band, at start. */
  restore(productId: number, records: readonly TickRecord[], band: BandState): void {
    this.#of(productId).restore(records, band)
  }

  /**
   * True while the database does not store records. What is appended is dropped, and `tail` is afterwards the newest
   * record that was stored.
   */
  get isOut(): boolean {
    return this.#isOut
  }

  /** True when nothing can be appended any more. */
  get isClosed(): boolean {
    return this.#closed
  }

  /** Appends inputs. The caller ensures that times never decrease within a product. */
  append(inputs: readonly LogInput[]): void {
    if (!this.#takesRecords()) return
    for (const input of inputs) {
      const product = this.#of(input.productId)
      if (product.tail !== undefined && input.timeMs < product.tail.timeMs) {
        throw new Error(`${product.symbol}: time went back to ${input.timeMs}`)
      }
      product.tail = { timeMs: input.timeMs, kind: input.kind }
      product.orders = undefined
      this.#pending.push(input)
    }
    this.#flushSoon()
  }

  /** Has the next record hold an order, as `Market.holdOrder`. Orders that come during a batch share a record. */
  async holdOrder(productId: number, order: LoggedOrder): Promise<boolean> {
    const product = this.#of(productId)
    const { tail } = product
    const isHeld = tail !== undefined && tail.kind !== 'halt' && tail.timeMs <= order.holdDeadline
    if (!isHeld || !this.#takesRecords()) return false
    const input = product.orders ?? newOrders(productId, tail.timeMs)
    input.orders.push(order)
    if (product.orders === undefined) this.#pending.push(input)
    product.orders = input
    this.#flushSoon(nextTurn())
    return input.stored.promise
  }

  /** Adds a listener for each product's new records, in order, once they are durable. Returns its removal. */
  onRecords(listener: RecordsListener): () => void {
    return this.#listeners.add(listener)
  }

  /** Resolves when everything appended so far is durable or dropped. */
  async drained(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing
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
    const { recent } = this.#of(productId)
    return recent.spanning(fromMs, toMs) ?? this.#stored.spanning(productId, { fromMs, toMs })
  }
  /** As `Market.recordsAfter`. */
  async recordsAfter(productId: number, afterSeq: number, limit: number): Promise<TickRecord[]> {
    const { recent } = this.#of(productId)
    return recent.after(afterSeq, limit) ?? this.#stored.after(productId, afterSeq, limit)
  }
  /** The price of the last good tick at or before a moment. Null before the first. */
  async priceAt(productId: number, timeMs: number): Promise<number | null> {
    return this.#of(productId).recent.priceAt(timeMs) ?? this.#stored.priceAt(productId, timeMs)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#flushing
  }

  /** False once the log is closed, and in an outage, which it finds here. */
  #takesRecords(): boolean {
    const isLate = this.#flushing !== undefined && (this.#isLate || this.#isStuck)
    if (isLate && !this.#isOut) this.#parts.log.error('the tick log cannot be stored: an outage')
    this.#isOut ||= isLate
    return !this.#closed && !this.#isOut
  }

  /** Orders are stored in batches, so one that comes alone waits a turn for those beside it. */
  #flushSoon(first?: Promise<void>): void {
    if (this.#flushing !== undefined) return
    this.#startedAt = performance.now()
    const flushed = first?.then(() => this.#flush()) ?? this.#flush()
    this.#flushing = flushed.finally(() => {
      this.#flushing = undefined
      if (this.#pending.length > 0) this.#flushSoon()
    })
  }

  #of(productId: number): ProductLog {
    const product = this.#products.get(productId)
    if (product === undefined) throw new Error(`product ${productId} has no log`)
    return product
  }

  get #isLate(): boolean {
    return this.#isFailing && this.#parts.clock.now() - this.#sealedAt > OUTAGE_AFTER_MS
  }

  /** Whether the database has not answered for long. */
  get #isStuck(): boolean {
    return performance.now() - this.#startedAt > OUTAGE_AFTER_MS
  }

  /** Seals and stores what is pending, batch by batch, and publishes each batch once it is durable. */
  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      const inputs = this.#pending
      this.#pending = []
      const batch = inputs.flatMap((input) => this.#seal(input))
      this.#sealedAt = this.#parts.clock.now()
      this.#startedAt = performance.now()
      this.#isFailing = false
      const isStored = await this.#store(batch)
      if (isStored) {
        this.#forgotten = []
        this.#publish(batch)
      }
      tellOrders(inputs, isStored)
      if (!isStored || this.#isOut) this.#forget()
    }
  }

  #seal(input: Pending): LoggedRecord[] {
    const { productId, kind } = input
    const product = this.#of(productId)
    product.orders = undefined
    const inputs = inputsOf(input)
    const records = product.seal(input)
    return records.map((record) => ({ productId, record, ...(record.kind === kind && { inputs }) }))
  }

  /** Continues after the newest durable records. */
  #forget(): void {
    tellOrders(this.#pending, false)
    this.#pending = []
    for (const product of this.#products.values()) product.reset()
    this.#isOut = this.#closed
  }

  /** False if the batch was forgotten, or the log closed. */
  async #store(batch: Batch): Promise<boolean> {
    const { db, clock, log } = this.#parts
    let isRefused = false
    for (let attempt = 0; !this.#closed; attempt++) {
      try {
        if (attempt > 0 && (await this.#isKnown(batch))) return true
        if (attempt > 0 && (this.#closed || this.#isLate || isRefused)) {
          this.#forgotten.push(batch)
          return false
        }
        await appendRecords(db, batch)
        return true
      } catch (error) {
        this.#isFailing = true
        isRefused = isRefusal(error)
        if (attempt === 0 || attempt % 10 === 0) log.error({ err: error }, 'tick log not stored')
        const wait = Math.min(RETRY_FIRST_MS * 2 ** attempt, RETRY_MOST_MS)
        if (this.#closed) return false
        await new Promise<void>((resume) => clock.at(clock.now() + wait, resume))
      }
    }
    return false
  }

  /**
   * After an error: whether the database has the batch. A forgotten batch that was stored after all is published, and
   * this one, which does not continue it, is late. Records of another server close the log.
   */
  async #isKnown(batch: Batch): Promise<boolean> {
    const ends = await readHeads(this.#parts.db, [...this.#products.keys()])
    const isAfter = (stored: Batch): boolean => {
      const newest = new Map(stored.map(({ productId, record }) => [productId, record.hash]))
      return [...this.#products].every(
        ([id, { head }]) => ends.get(id) === (newest.get(id) ?? head?.hash),
      )
    }
    if (isAfter(batch)) return true
    if (isAfter([])) return false
    const forgotten = this.#forgotten.find(isAfter)
    if (forgotten === undefined) {
      this.#closed = true
      this.#parts.log.fatal('another server writes to this tick log; this one stops its market')
    } else {
      this.#publish(forgotten)
      this.#sealedAt = Number.NEGATIVE_INFINITY
    }
    return false
  }

  /** Tells the listeners of durable records, product by product. */
  #publish(batch: Batch): void {
    for (const { productId, record } of batch) this.#of(productId).durable(record)
    for (const [id, logged] of Map.groupBy(batch, ({ productId }) => productId)) {
      const records = logged.map(({ record }) => record)
      this.#listeners.tell(id, records)
    }
  }
}
