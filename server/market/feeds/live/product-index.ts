/** The newest trades of one product's venues, and the price that follows from them at a moment. */
import type { IndexInput, VenueName } from '#contract/index-price.ts'
import type { IndexTerms } from '#contract/product.ts'
import { type TimeMs, timeMs } from '#contract/scalars.ts'
import { medianPrice, spreadBps, truncatedPrice } from '#rules/index-price.ts'
import type { VenueTrade } from '#server/market/feeds/live/venue.ts'

/** A stamp that is further in the future than this is no stamp: it would keep all later trades out. */
const STAMP_AHEAD_MS = 60_000
const NUMERIC = /^\d{1,19}$/

/** The newest trade of a venue. */
export interface NewestTrade {
  input: IndexInput
  /** The price in the product's decimals. */
  price: number
}

/** The terms that a price follows from. */
type IndexLimits = Pick<IndexTerms, 'venues' | 'needed' | 'freshMs' | 'spreadBps'>

/** A product's price at a moment, or why it has none. */
export type IndexState =
  | { reason: null; price: number; inputs: IndexInput[] }
  | { reason: 'venues' | 'spread' }

const byName = (one: NewestTrade, other: NewestTrade): number =>
  one.input.venue < other.input.venue ? -1 : 1

/** Whether a trade of a venue comes after another, as far as its stamps and ids say. */
function isLater(next: IndexInput, before: IndexInput): boolean {
  if (next.tradeId === before.tradeId) return false
  const areStamped = next.tradedAt !== null && before.tradedAt !== null
  if (areStamped && Number(next.tradedAt) < Number(before.tradedAt)) return false
  const areNumbered = NUMERIC.test(next.tradeId) && NUMERIC.test(before.tradeId)
  return !areNumbered || BigInt(next.tradeId) > BigInt(before.tradeId)
}

/** The newest trades of one product's venues. */
export class ProductIndex {
  readonly #decimals: number
  readonly #newest = new Map<VenueName, NewestTrade>()
  readonly #heardAt = new Map<VenueName, TimeMs>()

  constructor(decimals: number) {
    this.#decimals = decimals
  }

  /**
   * Takes a trade if it is newer than the one before of its venue. False for duplicates, for older trades, and for
   * prices that are too small or too large for the product's decimals. Adapters have checked the texts.
   */
  accept(venue: VenueName, trade: VenueTrade, receivedAt: number): boolean {
    const { tradedAt } = trade
    const isStamp = tradedAt !== null && tradedAt >= 0 && tradedAt <= receivedAt + STAMP_AHEAD_MS
    const price = truncatedPrice(trade.price, this.#decimals)
    if (!(price > 0)) return false
    const input: IndexInput = {
      venue,
      tradeId: trade.tradeId,
      price: trade.price,
      receivedAt: timeMs.parse(receivedAt),
      tradedAt: isStamp ? timeMs.parse(Math.floor(tradedAt)) : null,
    }
    const before = this.#newest.get(venue)
    if (before !== undefined && !isLater(input, before.input)) return false
    this.#newest.set(venue, { input, price })
    this.#heardAt.set(venue, input.receivedAt)
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

  /** When the newest trade of a venue arrived, even if it does not serve now. Null before the first. */
  heardAt(venue: VenueName): TimeMs | null {
    return this.#heardAt.get(venue) ?? null
  }

  /** The price at a moment. */
  at(nowMs: number, { venues, needed, freshMs, spreadBps: limit }: IndexLimits): IndexState {
    const fresh = [...this.#newest.values()].filter(
      ({ input }) => venues.includes(input.venue) && nowMs - input.receivedAt <= freshMs,
    )
    if (fresh.length < needed) return { reason: 'venues' }
    const prices = fresh.map(({ price }) => price)
    const price = medianPrice(prices)
    if (price === undefined || spreadBps(prices) > limit) return { reason: 'spread' }
    return { reason: null, price, inputs: fresh.sort(byName).map(({ input }) => input) }
  }
}
