/** The connections to all venues, what is measured of them, and how they stand for a product. */
import type { ProductVenues, VenueHealth, VenueName, venueState } from '#contract/index-price.ts'
import type { IndexTerms } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import type { LineName } from '#contract/venue-lines.ts'
import { isFresh } from '#rules/index-price.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { ProductIndex } from '#server/market/feeds/live/product-index.ts'
import type { StampedTrade, Venue } from '#server/market/feeds/live/venue.ts'
import { VenueClock } from '#server/market/feeds/live/venue-clock.ts'
import type { VenueFeed, VenueFeedParts } from '#server/market/feeds/live/venue-feed.ts'
import { VenueMeter } from '#server/market/feeds/live/venue-meter.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/logging.ts'

const WHOLE_BPS = 10_000

/** A venue that is on. `url` replaces its own address. */
export interface VenueChoice {
  venue: Venue
  url?: string
}

interface WatchedProduct {
  product: CatalogueProduct
  index: ProductIndex
  /** The newest price. Null before the first. */
  price: number | null
  isAlive: boolean
}

/** What receives trades and knows products. */
export interface TradeTaker {
  tracks(): Iterable<WatchedProduct>
  track(productId: number): WatchedProduct | undefined
  termsOf(track: WatchedProduct, nowMs: number): IndexTerms
  take(line: LineName, trades: readonly StampedTrade[], receivedAt: number): void
  /** The line does not serve any more. */
  drop(line: LineName): void
}

/** What the connections need. */
export interface VenueDeskParts {
  clock: MarketClock
  log: Logger
  venues: readonly VenueChoice[]
  connect: (parts: VenueFeedParts) => VenueFeed
  symbolAt(productSymbol: string, line: LineName): string | undefined
  /** Whether a line that serves the product sends a trade of it within any minute. */
  isBusy(productSymbol: string): boolean
  random?: () => number
}

interface Line {
  name: LineName
  /** Its operator. */
  venue: VenueName
  feed: VenueFeed
  meter: VenueMeter
  stamps: VenueClock
}

/** The connections to all venues. */
export class VenueDesk {
  readonly #clock: MarketClock
  readonly #taker: TradeTaker
  readonly #symbolAt: VenueDeskParts['symbolAt']
  readonly #lines: readonly Line[]
  #cancel: Cancel = () => undefined

  constructor(parts: VenueDeskParts, taker: TradeTaker) {
    this.#clock = parts.clock
    this.#taker = taker
    this.#symbolAt = (product, line) => parts.symbolAt(product, line)
    this.#lines = parts.venues.flatMap((choice) => {
      const symbols = this.#symbolsOf(choice.venue.line)
      return symbols.length === 0 ? [] : [this.#connect(parts, choice, symbols)]
    })
  }

  get names(): LineName[] {
    return this.#lines.map(({ name }) => name)
  }
  /** The lines whose trades count now. */
  get serving(): LineName[] {
    return this.#lines.filter(({ feed }) => feed.isServing).map(({ name }) => name)
  }

  start(): void {
    this.#cancel = this.#clock.every(1_000, () => {
      for (const { feed, meter } of this.#lines) meter.second(feed.messages)
    })
    for (const { feed } of this.#lines) feed.start()
  }

  async stop(): Promise<void> {
    this.#cancel()
    await Promise.all(this.#lines.map(({ feed }) => feed.stop()))
  }

  venuesOf(productId: number): ProductVenues | null {
    const track = this.#taker.track(productId)
    if (track === undefined) return null
    const now = this.#clock.now()
    const terms = this.#taker.termsOf(track, now)
    const state = track.index.at(now, terms)
    const isAlive = track.isAlive && state.reason === null
    return {
      alive: isAlive,
      // A price that comes back in a moment waits for nothing but the moment.
      reason: isAlive ? null : (state.reason ?? 'venues'),
      needed: terms.needed,
      venues: this.#lines.flatMap(({ name, venue, feed }) => {
        const symbol = this.#symbolAt(track.product.symbol, name)
        if (symbol === undefined || !terms.venues.includes(venue)) return []
        const newest = track.index.newest(venue)
        const counts = newest !== undefined && isFresh(newest.input, now, terms)
        const state: (typeof venueState.options)[number] = !feed.isServing
          ? 'away'
          : counts
            ? 'fresh'
            : 'quiet'
        return [{ venue, symbol, state, tradedAt: track.index.tradedAt(venue) }]
      }),
    }
  }

  health(): VenueHealth[] {
    return this.#lines.map(({ name, venue, feed, meter, stamps }) => ({
      line: name,
      connected: feed.isServing,
      since: timeMs.parse(feed.since),
      heardAt: feed.heardAt === null ? null : timeMs.parse(feed.heardAt),
      messagesPerSecond: meter.messagesPerSecond,
      lagMs: meter.lagMs,
      skewMs: stamps.skewMs,
      reconnects: feed.reconnects,
      faults: feed.faults,
      disagreementBps: this.#disagreementOf(name, venue),
    }))
  }

  #connect(parts: VenueDeskParts, { venue, url }: VenueChoice, symbols: readonly string[]): Line {
    const { clock, log, random = Math.random } = parts
    const { line: name } = venue
    const meter = new VenueMeter()
    const stamps = new VenueClock()
    const own: VenueFeedParts = {
      venue,
      symbols,
      busy: this.#symbolsOf(name, (product) => parts.isBusy(product)),
      clock,
      log,
      ...(url !== undefined && { url }),
      random,
      onTrades: (trades, receivedAt) => {
        const believed = trades.flatMap((trade): StampedTrade[] => {
          meter.trade(trade.tradedAt, receivedAt)
          const aheadMs = stamps.judge(trade.tradedAt, receivedAt)
          return aheadMs === null ? [] : [{ ...trade, aheadMs }]
        })
        this.#taker.take(name, believed, receivedAt)
      },
      onChange: () => {
        if (!feed.isServing) this.#taker.drop(name)
      },
    }
    const feed = parts.connect(own)
    return { name, venue: venue.name, feed, meter, stamps }
  }

  #symbolsOf(line: LineName, isAsked: (product: string) => boolean = () => true): string[] {
    return [...this.#taker.tracks()].flatMap(({ product: { symbol } }) =>
      isAsked(symbol) ? (this.#symbolAt(symbol, line) ?? []) : [],
    )
  }

  /** The greatest distance of the line's fresh trades from the prices of their products. */
  #disagreementOf(line: LineName, venue: VenueName): number | null {
    const now = this.#clock.now()
    const distances = [...this.#taker.tracks()].flatMap((track) => {
      if (this.#symbolAt(track.product.symbol, line) === undefined) return []
      const newest = track.index.newest(venue)
      if (newest === undefined || track.price === null) return []
      if (!isFresh(newest.input, now, this.#taker.termsOf(track, now))) return []
      return [(Math.abs(newest.price - track.price) * WHOLE_BPS) / track.price]
    })
    return distances.length === 0 ? null : Math.max(...distances)
  }
}
