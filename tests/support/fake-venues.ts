/** Venues that say what a test tells them to say, in place of connections. */
import { type LineName, lineName } from '#contract/venue-lines.ts'
import type { LiveChoice } from '#server/market/feeds/live/open-live.ts'
import type { VenueFeed, VenueFeedParts } from '#server/market/feeds/live/venue-feed.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'

/** The lines of spot trades. */
const SPOT = lineName.options.filter((name) => VENUES[name].name === name)

/** One venue of a test. */
interface FakeVenue {
  name: LineName
  /** The trade arrives now. `tradedAt` is the venue's stamp: by default the time of arrival. */
  trade(symbol: string, price: string, options?: { id?: string; tradedAt?: number }): void
  /** Whether the venue can be reached. */
  serve(isServing: boolean): void
}

export interface FakeVenues {
  choice: LiveChoice
  of(name: LineName): FakeVenue
  /** All venues trade at prices that are a few steps of the last digit apart, in the order of names. */
  trade(symbol: string, prices: Partial<Record<LineName, string>>): void
}

class FakeFeed implements VenueFeed {
  readonly parts: VenueFeedParts
  isServing = false
  since: number
  heardAt: number | null = null
  messages = 0
  reconnects = 0
  faults = 0
  isStarted = false

  constructor(parts: VenueFeedParts) {
    this.parts = parts
    this.since = parts.clock.now()
  }
  start(): void {
    this.isStarted = true
  }
  async stop(): Promise<void> {
    this.isStarted = false
  }
  serve(isServing: boolean): void {
    if (this.isServing === isServing) return
    if (isServing) this.reconnects += 1
    this.isServing = isServing
    this.since = this.parts.clock.now()
    this.parts.onChange()
  }
}

/** The symbol of BTCUSDT and its like at a venue. */
const symbolOf = (symbol: string, feed: FakeFeed): string =>
  feed.parts.symbols.find((each) => each.replaceAll(/\W/g, '').toUpperCase() === symbol) ?? symbol

/** They serve from the start, and whenever a market connects again. */
export function fakeVenues(names: readonly LineName[] = SPOT): FakeVenues {
  const feeds = new Map<LineName, FakeFeed>()
  let ids = 1_000
  const of = (name: LineName): FakeVenue => ({
    name,
    trade: (symbol, price, options = {}) => {
      const feed = feeds.get(name)
      if (feed === undefined || !feed.isStarted || !feed.isServing) return
      const receivedAt = feed.parts.clock.now()
      const { id = String(ids++), tradedAt = receivedAt } = options
      feed.messages += 1
      feed.heardAt = receivedAt
      const trade = { symbol: symbolOf(symbol, feed), tradeId: id, price, tradedAt }
      feed.parts.onTrades([trade], receivedAt)
    },
    serve: (isServing) => feeds.get(name)?.serve(isServing),
  })
  return {
    choice: {
      kind: 'live',
      candles: null,
      venues: names.map((name) => ({ venue: VENUES[name] })),
      connect: (parts) => {
        const feed = new FakeFeed(parts)
        feed.isServing = true
        feeds.set(parts.venue.line, feed)
        return feed
      },
    },
    of,
    trade: (symbol, prices) => {
      for (const name of lineName.options) {
        const price = prices[name]
        if (price !== undefined) of(name).trade(symbol, price)
      }
    },
  }
}
