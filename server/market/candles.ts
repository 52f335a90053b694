/** Candles of every product and interval: folded from durable ticks, stored every minute, and exact after a restart. */
import { MINUTE_MS } from '#contract/time.ts'
import type { Candle, Interval } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { candleOf, type CandleTick } from '#rules/candles.ts'
import { CandleBook, isShort, RECENT_BARS } from '#server/market/candle-book.ts'
import {
  readBars,
  readCoverage,
  readNewestBars,
  type StoredBar,
  upsertBars,
} from '#server/market/candle-store.ts'
import { readTicks } from '#server/market/tick-log-store.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

export interface CandleParts {
  db: Database<'market'>
  log: Logger
  productIds: readonly number[]
  historyEndsAt: number
}
export interface CandlePage {
  candles: Candle[]
  more: boolean
}
/** Called with the id of a product whose bars may have changed. */
export type CandleListener = (productId: number) => void

/** How far back a start reads ticks for the short intervals, which are not stored. */
const SHORT_RESTORED_MS = 15 * MINUTE_MS

/** The candles of all products. */
export class Candles {
  readonly #parts: CandleParts
  readonly #books = new Map<number, CandleBook>()
  readonly #listeners = new Set<CandleListener>()
  #unstored = new Map<string, StoredBar>()
  #storing: Promise<void> | undefined

  constructor(parts: CandleParts) {
    this.#parts = parts
    for (const id of parts.productIds) this.#books.set(id, new CandleBook(id))
  }

  /**
   * Reads stored bars and the ticks after them. `onTick` receives those ticks in order, for other state that is
   * rebuilt. Also reads enough ticks before them for the short intervals.
   */
  async restore(onTick: (productId: number, tick: CandleTick) => void): Promise<void> {
    const { db, productIds, historyEndsAt } = this.#parts
    const coverage = await readCoverage(db, productIds)
    for (const stored of await readNewestBars(db, productIds, RECENT_BARS)) {
      this.#of(stored.productId).restore(stored.interval, stored.bar, stored.origin)
    }
    for (const [id, book] of this.#books) {
      const from = coverage.get(id) ?? historyEndsAt
      book.coverUntil(from)
      const span = { from: from - SHORT_RESTORED_MS, to: Number.MAX_SAFE_INTEGER }
      for (const tick of await readTicks(db, [id], span)) {
        if (this.#add(book, tick)) onTick(id, tick)
      }
    }
    this.#store()
  }

  /** Ticks before this time (ms) are in the bars of the product. */
  coveredUntil(productId: number): number {
    return this.#of(productId).coveredUntil
  }

  /** Adds new records of the log to the candles. */
  accept(productId: number, records: readonly TickRecord[]): void {
    const book = this.#of(productId)
    for (const record of records) {
      if (record.kind === 'tick') this.#add(book, record)
      else this.#closeMinute(book, record.timeMs)
    }
    this.#store()
    for (const listener of this.#listeners) listener(productId)
  }

  /** Adds a listener for products whose bars may have changed. */
  onChange(listener: CandleListener): void {
    this.#listeners.add(listener)
  }

  /** The candles of one product. */
  book(productId: number): CandleBook {
    return this.#of(productId)
  }

  /** Up to `count` newest candles from memory, oldest first. */
  newest(productId: number, interval: Interval, count: number): Candle[] {
    return this.#of(productId).recent(interval).slice(-count).map(candleOf)
  }

  /** A page of candles before a moment, oldest first. Older bars of stored intervals are read from the database. */
  async page(
    productId: number,
    interval: Interval,
    wish: { before: number; limit: number },
  ): Promise<CandlePage> {
    const wanted = wish.limit + 1
    const recent = this.#of(productId).recent(interval)
    const inMemory = recent.filter(({ openTime }) => openTime < wish.before)
    const missing = wanted - inMemory.length
    const before = Math.min(wish.before, recent[0]?.openTime ?? wish.before)
    const key = { productId, interval }
    const older =
      missing > 0 && !isShort(interval)
        ? await readBars(this.#parts.db, key, { before, limit: missing })
        : []
    const bars = [...older.map(({ bar }) => bar), ...inMemory]
    return {
      candles: bars.slice(-wish.limit).map(candleOf),
      more: bars.length > wish.limit,
    }
  }

  /** Does not store the current minute. Its ticks are in the log, and the next start folds them again. */
  async close(): Promise<void> {
    await this.#storing
  }

  #of(productId: number): CandleBook {
    const book = this.#books.get(productId)
    if (book === undefined) throw new Error(`product ${productId} has no candles`)
    return book
  }

  #add(book: CandleBook, tick: CandleTick): boolean {
    this.#closeMinute(book, tick.timeMs)
    return book.add(tick)
  }

  #closeMinute(book: CandleBook, timeMs: number): void {
    if (!book.isMinuteOver(timeMs)) return
    for (const stored of book.takeUnstored()) {
      this.#unstored.set(`${stored.productId}:${stored.interval}:${stored.bar.openTime}`, stored)
    }
  }

  #store(): void {
    if (this.#storing !== undefined || this.#unstored.size === 0) return
    const batch = this.#unstored
    this.#unstored = new Map()
    this.#storing = upsertBars(this.#parts.db, [...batch.values()])
      .catch((error: unknown) => {
        this.#parts.log.error({ err: error }, 'candles not stored; they wait for the next minute')
        this.#unstored = new Map([...batch, ...this.#unstored])
      })
      .finally(() => {
        this.#storing = undefined
      })
  }
}
