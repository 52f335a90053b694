/** The products of a dealer: their newest quotes, the prices that follow from them, and the health of the stream. */
import type { DealerQuote } from '#contract/dealer-quote.ts'
import type { VenueHealth } from '#contract/index-price.ts'
import type { DealerTerms } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import { sessionAt } from '#rules/calendar.ts'
import { isFreshQuote, isNarrow, middlePrice } from '#rules/dealer-quote.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Emit } from '#server/market/feeds/feed.ts'
import type { Dealer, DealerAccess, RawQuote } from '#server/market/feeds/live/dealer/dealer.ts'
import { DealerFeed } from '#server/market/feeds/live/dealer/dealer-feed.ts'
import { LivePrice, type PriceState, type TermsAt } from '#server/market/feeds/live/live-price.ts'
import { VenueClock } from '#server/market/feeds/live/venue-clock.ts'
import { VenueMeter } from '#server/market/feeds/live/venue-meter.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/logging.ts'

/** A dealer that is on. `url` replaces its own address. */
export interface DealerChoice {
  dealer: Dealer
  access: DealerAccess
  url?: string
}

/** What the products of a dealer need. */
export interface DealerDeskParts extends DealerChoice {
  products: readonly CatalogueProduct[]
  clock: MarketClock
  log: Logger
  random?: () => number
  onTurn(product: CatalogueProduct, isAlive: boolean): void
}

/** A quote that is later by more says nothing of the lag: it is from before the stream began. */
const LAG_MAX_MS = 60_000

interface Track {
  product: CatalogueProduct
  own: DealerTerms
  live: LivePrice
  /** Null while the dealer has no quote that counts. */
  quote: DealerQuote | null
  /** The stamp of the newest quote, also of one that does not count any more. */
  quotedAt: number
}

/** The products of one dealer. */
export class DealerDesk {
  readonly #parts: DealerDeskParts
  readonly #tracks: ReadonlyMap<number, Track>
  readonly #byInstrument: ReadonlyMap<string, Track>
  readonly #feed: DealerFeed
  readonly #meter = new VenueMeter()
  readonly #stamps = new VenueClock()
  #termsAt: TermsAt = () => undefined
  #cancel: Cancel = () => undefined

  constructor(parts: DealerDeskParts) {
    this.#parts = parts
    const tracks = parts.products.map((product) => this.#newTrack(product))
    this.#tracks = new Map(tracks.map((track) => [track.product.id, track]))
    this.#byInstrument = new Map(tracks.map((track) => [track.own.instrument, track]))
    const { dealer, access, url, clock, log, random = Math.random } = parts
    this.#feed = new DealerFeed({
      dealer,
      access,
      clock,
      log,
      random,
      ...(url !== undefined && { url }),
      instruments: [...this.#byInstrument.keys()],
      isOpen: () => tracks.some((track) => this.#isOpen(track)),
      onQuote: (quote, receivedAt) => this.#take(quote, receivedAt),
      onClosed: (instrument, quotedAt) => this.#close(instrument, quotedAt),
      onChange: () => {
        if (!this.#feed.isServing) this.#drop()
      },
    })
  }

  follow(termsAt: TermsAt): void {
    this.#termsAt = termsAt
  }

  /** Whether a product has a price. Undefined for products of others. */
  isAlive(productId: number): boolean | undefined {
    return this.#tracks.get(productId)?.live.isAlive
  }

  start(emit: Emit): void {
    for (const { live } of this.#tracks.values()) live.start(emit)
    this.#cancel = this.#parts.clock.every(1_000, () => this.#meter.second(this.#feed.messages))
    this.#feed.start()
  }

  /** Emits what is due by the time that passed. */
  pass(): void {
    for (const { live } of this.#tracks.values()) live.pass()
  }

  async stop(): Promise<void> {
    this.#cancel()
    for (const { live } of this.#tracks.values()) live.stop()
    await this.#feed.stop()
  }

  health(): VenueHealth {
    const { isServing, isRefused, since, heardAt, reconnects, faults } = this.#feed
    return {
      line: this.#parts.dealer.name,
      connected: isServing,
      ...(isRefused && { refused: true }),
      since: timeMs.parse(since),
      heardAt: heardAt === null ? null : timeMs.parse(heardAt),
      messagesPerSecond: this.#meter.messagesPerSecond,
      lagMs: this.#meter.lagMs,
      skewMs: this.#stamps.skewMs,
      reconnects,
      faults,
      disagreementBps: null,
    }
  }

  #newTrack(product: CatalogueProduct): Track {
    const own = product.terms.dealer
    if (own === undefined) throw new Error(`${product.symbol} has no terms of a dealer's price`)
    const track: Track = {
      product,
      own,
      quote: null,
      quotedAt: 0,
      live: new LivePrice({
        productId: product.id,
        clock: this.#parts.clock,
        isClosed: () => !this.#isOpen(track),
        stateAt: (now) => this.#stateOf(track, now),
        onTurn: (isAlive) => this.#parts.onTurn(product, isAlive),
      }),
    }
    return track
  }

  #isOpen({ product }: Track): boolean {
    return sessionAt(product.calendar, this.#parts.clock.now()).state === 'open'
  }

  #stateOf({ product, own, quote }: Track, now: number): PriceState {
    const terms = this.#termsAt(product.id, now)?.dealer ?? own
    const isTheirs = quote?.dealer === terms.dealer && quote.instrument === terms.instrument
    if (quote === null || !isTheirs || !isFreshQuote(quote, now, terms)) return { reason: 'quote' }
    const price = middlePrice(quote, terms.decimals)
    return price > 0 && isNarrow(quote, terms)
      ? { reason: null, price, quote }
      : { reason: 'spread' }
  }

  /**
   * A quote that is not newer than the newest one says nothing: a stream begins with quotes from before it. Outside of
   * the hours of a product the dealer's quotes are no price.
   */
  #take({ instrument, bid, ask, quotedAt }: RawQuote, receivedAt: number): void {
    const track = this.#byInstrument.get(instrument)
    if (track === undefined) return
    if (receivedAt - quotedAt <= LAG_MAX_MS) this.#meter.trade(quotedAt, receivedAt)
    const aheadMs = this.#stamps.judge(quotedAt, receivedAt)
    if (aheadMs === null || quotedAt <= track.quotedAt || !this.#isOpen(track)) return
    const { name: dealer } = this.#parts.dealer
    track.quotedAt = quotedAt
    track.quote = {
      dealer,
      instrument,
      bid,
      ask,
      receivedAt: timeMs.parse(receivedAt),
      quotedAt: timeMs.parse(quotedAt),
      aheadMs,
    }
    track.live.hear()
    track.live.look()
  }

  /** The dealer may say it with the stamp of its last quote. */
  #close(instrument: string, quotedAt: number): void {
    const track = this.#byInstrument.get(instrument)
    if (track === undefined || quotedAt < track.quotedAt) return
    track.quotedAt = quotedAt
    track.quote = null
    track.live.look()
  }

  /** What the dealer said does not count while it does not serve. */
  #drop(): void {
    for (const track of this.#tracks.values()) {
      track.quote = null
      track.live.look()
    }
  }
}
