/**
 * How well recorded venues cover the products: whether there was a price in each second, how far the venues were apart,
 * and how often they traded, by the hour of the week (UTC).
 */
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { VENUES_NEEDED, type VenueName, venueName } from '#contract/index-price.ts'
import { type TimeMs, timeMs } from '#contract/scalars.ts'
import { countNeeded, type LineName, lineOf } from '#contract/venue-lines.ts'
import { isFresh, spreadBps, truncatedPrice } from '#rules/index-price.ts'
import type { LiveSource } from '#server/market/feeds/live/sources.ts'
import { VenueClock } from '#server/market/feeds/live/venue-clock.ts'
import type { Venue, VenueTrade } from '#server/market/feeds/live/venue.ts'

const HOURS_OF_WEEK = 168
/** 1970-01-01 was a Thursday, so the first Monday began three days before. */
const FROM_MONDAY_MS = 3 * DAY_MS
/** Without a frame of any venue for so long, the recorder did not run: nothing is known of that time. */
const UNKNOWN_MS = 30_000
/** Decimals to which prices are compared. */
const DECIMALS = 8

/** The hour of the week: 0 is Monday, 00:00 to 01:00 UTC. */
export const hourOfWeek = (atMs: number): number =>
  Math.floor((atMs + FROM_MONDAY_MS) / HOUR_MS) % HOURS_OF_WEEK

/** Counts of one hour of the week, or of all. */
interface Counts {
  /** Seconds in which the recorder ran, and those of them with enough venues. */
  seconds: number
  covered: number
  trades: number
}

/** What was found of a product. */
export interface ProductCoverage {
  symbol: string
  all: Counts
  hours: readonly Counts[]
  /** Trades per venue. */
  trades: Readonly<Partial<Record<VenueName, number>>>
  /** Distance of the highest from the lowest fresh trade, in basis points: the middle one, and that of 99 in 100. */
  spreadBps: { median: number; p99: number } | null
  /** The longest time in a row without enough venues, in seconds. */
  longestGap: number
}

interface Newest {
  price: number
  tradedAt: TimeMs
  receivedAt: TimeMs
  aheadMs: number
}

const noCounts = (): Counts => ({ seconds: 0, covered: 0, trades: 0 })

class Product {
  readonly all = noCounts()
  readonly hours = Array.from({ length: HOURS_OF_WEEK }, noCounts)
  readonly trades: Partial<Record<VenueName, number>> = {}
  /** How many seconds had each spread. */
  readonly spreads = new Map<number, number>()
  readonly newest = new Map<VenueName, Newest>()
  longestGap = 0
  #gap = 0
  readonly symbol: string
  readonly #source: LiveSource

  constructor(symbol: string, source: LiveSource) {
    this.symbol = symbol
    this.#source = source
  }

  count(atMs: number): void {
    const fresh = [...this.newest].filter(([, newest]) => isFresh(newest, atMs, this.#source))
    const isCovered = countNeeded(fresh.map(([venue]) => venue)) >= VENUES_NEEDED
    for (const counts of [this.all, this.hours[hourOfWeek(atMs)]]) {
      if (counts === undefined) continue
      counts.seconds += 1
      if (isCovered) counts.covered += 1
    }
    this.#gap = isCovered ? 0 : this.#gap + 1
    this.longestGap = Math.max(this.longestGap, this.#gap)
    if (!isCovered) return
    const spread = spreadBps(fresh.map(([, { price }]) => price))
    this.spreads.set(spread, (this.spreads.get(spread) ?? 0) + 1)
  }

  forget(): void {
    this.newest.clear()
    this.#gap = 0
  }
}

/** The value below which this share of the counted ones is. */
function quantile(counted: ReadonlyMap<number, number>, share: number): number {
  const sorted = [...counted].sort(([a], [b]) => a - b)
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  let before = 0
  for (const [value, count] of sorted) {
    before += count
    if (before >= all * share) return value
  }
  return Number.NaN
}

/** Counts what trades say about products. They are given in the order of their receipt. */
export class Coverage {
  readonly #products: readonly Product[]
  readonly #bySymbol = new Map<string, Product>()
  readonly #clocks = new Map<LineName, VenueClock>()
  #second: number | null = null

  constructor(sources: Readonly<Record<string, LiveSource>>) {
    this.#products = Object.entries(sources).map(([symbol, source]) => {
      const product = new Product(symbol, source)
      for (const venue of venueName.options)
        this.#bySymbol.set(`${lineOf(venue, source.kind)} ${source.symbols[venue]}`, product)
      return product
    })
  }

  /** A frame arrived, with or without trades. */
  take(line: Pick<Venue, 'line' | 'name'>, trades: readonly VenueTrade[], atMs: number): void {
    this.#advance(atMs)
    for (const trade of trades) this.#note(line, trade, atMs)
  }

  /** What is known of the products that any venue traded. */
  results(): ProductCoverage[] {
    return this.#products
      .filter(({ trades }) => Object.keys(trades).length > 0)
      .map(({ symbol, all, hours, trades, spreads, longestGap }) => ({
        symbol,
        all,
        hours,
        trades,
        spreadBps:
          spreads.size === 0
            ? null
            : { median: quantile(spreads, 0.5), p99: quantile(spreads, 0.99) },
        longestGap,
      }))
  }

  #note(
    { line, name: venue }: Pick<Venue, 'line' | 'name'>,
    { symbol, price, tradedAt }: VenueTrade,
    atMs: number,
  ): void {
    const product = this.#bySymbol.get(`${line} ${symbol}`)
    if (product === undefined) return
    const hour = product.hours[hourOfWeek(atMs)]
    product.all.trades += 1
    if (hour !== undefined) hour.trades += 1
    product.trades[venue] = (product.trades[venue] ?? 0) + 1
    const clock = this.#clocks.get(line) ?? new VenueClock()
    this.#clocks.set(line, clock)
    const aheadMs = clock.judge(tradedAt, atMs)
    const before = product.newest.get(venue)
    if (aheadMs === null || (before !== undefined && tradedAt < before.tradedAt)) return
    product.newest.set(venue, {
      price: truncatedPrice(price, DECIMALS),
      tradedAt: timeMs.parse(tradedAt),
      receivedAt: timeMs.parse(Math.floor(atMs)),
      aheadMs,
    })
  }

  /** Counts the seconds that ended since the frame before. */
  #advance(atMs: number): void {
    const second = Math.floor(atMs / SECOND_MS)
    if (this.#second === null || (second - this.#second) * SECOND_MS > UNKNOWN_MS) {
      for (const product of this.#products) product.forget()
      this.#second = second
      return
    }
    for (let next = this.#second + 1; next <= second; next += 1)
      for (const product of this.#products) product.count(next * SECOND_MS)
    this.#second = Math.max(this.#second, second)
  }
}
