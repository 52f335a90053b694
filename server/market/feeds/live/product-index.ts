/** The newest trades of one product's venues, and the price that follows from them at a moment. */
import type { IndexInput, VenueName } from '#contract/index-price.ts'
import type { IndexTerms } from '#contract/product.ts'
import { type TimeMs, timeMs } from '#contract/scalars.ts'
import { countNeeded } from '#contract/venue-lines.ts'
import { isFresh, medianPrice, spreadBps, truncatedPrice } from '#rules/index-price.ts'
import type { StampedTrade } from '#server/market/feeds/live/venue.ts'

/** So many trades with later stamps and lower ids, one after the other, say that the id before them was wrong. */
const CONTRADICTIONS = 3
const NUMERIC = /^\d{1,19}$/

/** The newest trade of a venue. */
export interface NewestTrade {
  input: IndexInput
  /** The price in the product's decimals. */
  price: number
  /** Trades since that have a later stamp and a lower id. */
  contradictions: number
}

/** The terms that a price follows from. */
type IndexLimits = Pick<IndexTerms, 'venues' | 'needed' | 'freshMs' | 'lateMs' | 'spreadBps'>

/** A product's price at a moment, or why it has none. */
export type IndexState =
  | { reason: null; price: number; inputs: IndexInput[] }
  | { reason: 'venues' | 'spread' }

const byName = (one: NewestTrade, other: NewestTrade): number =>
  one.input.venue < other.input.venue ? -1 : 1

/**
 * Whether a trade of a venue comes after its newest one, as far as stamps and ids say. Where they contradict each
 * other, neither is believed at first.
 */
function isLater(next: IndexInput, newest: NewestTrade): boolean {
  const { input: before } = newest
  if (next.tradeId === before.tradeId) return false
  const aheadMs = Number(next.tradedAt) - Number(before.tradedAt)
  if (aheadMs < 0) return false
  const areNumbered = NUMERIC.test(next.tradeId) && NUMERIC.test(before.tradeId)
  if (!areNumbered || BigInt(next.tradeId) > BigInt(before.tradeId)) return true
  if (aheadMs > 0) newest.contradictions += 1
  return newest.contradictions >= CONTRADICTIONS
}

/** The newest trades of one product's venues. */
export class ProductIndex {
  readonly #decimals: number
  readonly #newest = new Map<VenueName, NewestTrade>()
  readonly #tradedAt = new Map<VenueName, TimeMs>()

  constructor(decimals: number) {
    this.#decimals = decimals
  }

  /**
   * Takes a trade if it is newer than the one before of its venue, also if it is late. False for duplicates, for
   * older trades, and for prices that are too small or too large for the product's decimals. Adapters have checked
   * the texts.
   */
  accept(venue: VenueName, trade: StampedTrade, receivedAt: number): boolean {
    const price = truncatedPrice(trade.price, this.#decimals)
    if (!(price > 0)) return false
    const input: IndexInput = {
      venue,
      tradeId: trade.tradeId,
      price: trade.price,
      receivedAt: timeMs.parse(receivedAt),
      tradedAt: timeMs.parse(trade.tradedAt),
      aheadMs: trade.aheadMs,
    }
    const before = this.#newest.get(venue)
    if (before !== undefined && !isLater(input, before)) return false
    this.#newest.set(venue, { input, price, contradictions: 0 })
    this.#tradedAt.set(venue, timeMs.parse(Math.max(0, trade.tradedAt - trade.aheadMs)))
    return true
  }

  /** Forgets the trade of a venue that does not serve any more. */
  drop(venue: VenueName): void {
    this.#newest.delete(venue)
  }

  /** The newest trade of a venue that serves. */
  newest(venue: VenueName): NewestTrade | undefined {
    return this.#newest.get(venue)
  }

  /** When the newest trade of a venue was made, even if it does not serve now. Null before the first. */
  tradedAt(venue: VenueName): TimeMs | null {
    return this.#tradedAt.get(venue) ?? null
  }

  /** The price at a moment. */
  at(nowMs: number, limits: IndexLimits): IndexState {
    const { venues, needed, spreadBps: limit } = limits
    const fresh = [...this.#newest.values()].filter(
      ({ input }) => venues.includes(input.venue) && isFresh(input, nowMs, limits),
    )
    if (countNeeded(fresh.map(({ input }) => input.venue)) < needed) return { reason: 'venues' }
    const prices = fresh.map(({ price }) => price)
    const price = medianPrice(prices)
    if (price === undefined || spreadBps(prices) > limit) return { reason: 'spread' }
    return { reason: null, price, inputs: fresh.sort(byName).map(({ input }) => input) }
  }
}
