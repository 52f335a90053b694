/**
 * The statistics of the last 24 hours of every product, exact to the tick: rebuilt from minutes and the log at start,
 * then updated with each tick.
 */
import { shortDecimal } from '#contract/decimals.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { z } from 'zod'
import type { TickRecord } from '#contract/tick-log.ts'
import { productId as productIdOf } from '#contract/scalars.ts'
import type { statsRow } from '#contract/market-topics.ts'
import type { CandleTick } from '#rules/candles.ts'
import { createDayWindow, type DayWindow, edgeMinuteOf } from '#rules/day-stats.ts'
import { readLastMinutes, readMinutes } from '#server/market/candle-store.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import { readTicks } from '#server/market/tick-log-store.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

/** A row of statistics, as the API carries it. */
export type StatsRow = z.output<typeof statsRow>

/** The next minute at the start of the window is fetched this long before the window reaches it. */
const FETCH_AHEAD_MS = 30_000
const FETCH_EVERY_MS = 10_000

/** What the statistics need. */
export interface StatsParts {
  db: Database<'market'>
  clock: MarketClock
  log: Logger
  products: readonly CatalogueProduct[]
  historyEndsAt: number
}

interface Entry {
  product: CatalogueProduct
  window: DayWindow
}

/** The statistics of all products. */
export class DayStatsBook {
  readonly #parts: StatsParts
  readonly #entries = new Map<number, Entry>()
  #fetchedMinute = 0

  constructor(parts: StatsParts) {
    this.#parts = parts
    for (const product of parts.products) {
      this.#entries.set(product.id, { product, window: createDayWindow() })
    }
  }

  /** Reads whole minutes up to the end of each product's candles. The ticks since then are added by `add`. */
  async restore(coveredUntil: (productId: number) => number): Promise<void> {
    const { db, clock } = this.#parts
    const ids = [...this.#entries.keys()]
    const edge = edgeMinuteOf(clock.now())
    const span = { from: edge, to: Number.MAX_SAFE_INTEGER }
    const before = await readLastMinutes(db, ids, edge)
    for (const { productId, bar } of [...before, ...(await readMinutes(db, ids, span))]) {
      if (bar.openTime < coveredUntil(productId)) {
        this.#entries.get(productId)?.window.addMinute(bar)
      }
    }
    await this.#fetchEdge(edge)
  }

  /** Adds a tick. */
  add(productId: number, tick: CandleTick): void {
    this.#entries.get(productId)?.window.add(tick)
  }
  /** Adds the good ticks among new records that the restored minutes do not include. */
  accept(productId: number, records: readonly TickRecord[], coveredUntil: number): void {
    for (const record of records) {
      if (record.kind === 'tick' && record.timeMs >= coveredUntil) this.add(productId, record)
    }
  }

  /** The statistics as of now. Null before the first tick. */
  row(id: number): StatsRow | null {
    const entry = this.#entries.get(id)
    const stats = entry?.window.at(this.#parts.clock.now())
    if (entry === undefined || stats === undefined) return null
    const { last, reference, high, low, volume, turnover } = stats
    const { priceDecimals, sizeDecimals } = entry.product
    const amount = shortDecimal(turnover, priceDecimals + sizeDecimals)
    return [productIdOf.parse(id), last, reference, high, low, volume, amount]
  }

  /** Starts to prefetch the ticks at the start of the window. Returns a function that stops it. */
  start(): Cancel {
    return this.#parts.clock.every(FETCH_EVERY_MS, () => {
      const minute = edgeMinuteOf(this.#parts.clock.now() + FETCH_AHEAD_MS)
      if (minute <= this.#fetchedMinute) return
      this.#fetchEdge(minute).catch((error: unknown) =>
        this.#parts.log.error({ err: error }, 'ticks at the edge of the day not read'),
      )
    })
  }

  /**
   * Starts with the minute after the last one fetched. A minute of the history has no ticks and leaves the window as a
   * whole.
   */
  async #fetchEdge(minute: number): Promise<void> {
    const { db, historyEndsAt } = this.#parts
    const first = this.#fetchedMinute === 0 ? minute : this.#fetchedMinute + MINUTE_MS
    for (let openTime = first; openTime <= minute; openTime += MINUTE_MS) {
      if (openTime >= historyEndsAt) {
        const ids = [...this.#entries.keys()]
        const ticks = await readTicks(db, ids, { from: openTime, to: openTime + MINUTE_MS })
        for (const [id, { window }] of this.#entries) {
          const own = ticks.filter(({ productId }) => productId === id)
          if (own.length > 0) window.provideTicks(openTime, own)
        }
      }
      this.#fetchedMinute = openTime
    }
  }
}
