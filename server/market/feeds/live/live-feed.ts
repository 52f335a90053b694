/** The live feed: each product's price is the middle one of the newest trades of its venues. */
import { z } from 'zod'
import type { IndexInput, VenueName } from '#contract/index-price.ts'
import { type IndexTerms, marketSession, type ProductTerms } from '#contract/product.ts'
import { sessionAt } from '#rules/calendar.ts'
import { openTimeOf } from '#rules/candles.ts'
import { FILL_MAX_MS } from '#rules/outage.ts'
import type { HistoryStage } from '#rules/simulated-history.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Emit, Feed, FeedEvent } from '#server/market/feeds/feed.ts'
import { liveNotes } from '#server/market/feeds/live/live-notes.ts'
import { ProductIndex } from '#server/market/feeds/live/product-index.ts'
import { VenueDesk, type VenueDeskParts } from '#server/market/feeds/live/venue-desk.ts'
import type { StampedTrade } from '#server/market/feeds/live/venue.ts'
import type { Cancel } from '#server/platform/clock.ts'

const MINUTE_MS = 60_000
/** At most five prices per second and product. */
const RECORD_EVERY_MS = 200
/** A lost price is lost for at least so long, so that sales do not flicker. */
const LOST_MS = 1_000
const LOOK_EVERY_MS = 100
/** While a price is lost, a gap is logged so often, so that orders that end meanwhile are refunded. */
const GAP_EVERY_MS = 10_000
/** Venues that can be reached have answered by then. */
const REACHED_BY_MS = 8_000

const storedState = z.object({ startedAt: z.int() })

/** What the live feed needs. */
export interface LiveParts extends VenueDeskParts {
  /** The products that are offered, with the terms of their prices. */
  products: readonly CatalogueProduct[]
  /** The symbols of the products that are not offered. */
  without: readonly string[]
  /** The public candles from before the log, per product id. */
  history: ReadonlyMap<number, HistoryStage[]>
}

/** One product and what its log was told last. Times are in ms. */
interface Track {
  product: CatalogueProduct
  index: ProductIndex
  /** Whether the last event was a price. */
  isAlive: boolean
  /** Whether a trade arrived since the last price. */
  hasNews: boolean
  pricedAt: number
  price: number | null
  lostAt: number
  gapAt: number
  due: Cancel | null
}

/** Plays the trades of the venues. */
class Player {
  readonly #parts: LiveParts
  readonly #tracks: ReadonlyMap<number, Track>
  readonly #bySymbol = new Map<string, Track>()
  readonly #listeners = new Set<(productId: number) => void>()
  #termsAt: (productId: number, timeMs: number) => ProductTerms | undefined = () => undefined
  #emit: Emit = () => undefined

  constructor(parts: LiveParts) {
    this.#parts = parts
    this.#tracks = new Map(
      parts.products.map((product) => [
        product.id,
        {
          product,
          index: new ProductIndex(product.priceDecimals),
          isAlive: false,
          hasNews: false,
          pricedAt: 0,
          price: null,
          lostAt: 0,
          gapAt: 0,
          due: null,
        },
      ]),
    )
    for (const track of this.#tracks.values()) {
      for (const { venue } of parts.venues) {
        const symbol = parts.symbolAt(track.product.symbol, venue.name)
        if (symbol !== undefined) this.#bySymbol.set(`${venue.name} ${symbol}`, track)
      }
    }
  }

  follow(termsAt: (productId: number, timeMs: number) => ProductTerms | undefined): void {
    this.#termsAt = termsAt
  }
  onTurn(listener: (productId: number) => void): void {
    this.#listeners.add(listener)
  }

  track(productId: number): Track | undefined {
    return this.#tracks.get(productId)
  }
  tracks(): Iterable<Track> {
    return this.#tracks.values()
  }
  /**
   * The terms in force. Until a change that was announced, those before it apply. Where they do not say how late a
   * trade may be, the newest terms do: a price that they allow is allowed by those in force as well.
   */
  termsOf({ product }: Pick<Track, 'product'>, now: number): IndexTerms {
    const own = product.terms.index
    if (own === undefined) throw new Error(`${product.symbol} has no terms of a live price`)
    return { lateMs: own.lateMs, ...(this.#termsAt(product.id, now)?.index ?? own) }
  }

  /** The log was told by its own gap that prices were lost while the server did not run. */
  start(emit: Emit): void {
    const now = this.#parts.clock.now()
    this.#emit = emit
    for (const track of this.#tracks.values()) {
      track.lostAt = now
      track.gapAt = now
    }
  }

  take(venue: VenueName, trades: readonly StampedTrade[], receivedAt: number): void {
    const touched = new Set<Track>()
    for (const trade of trades) {
      const track = this.#bySymbol.get(`${venue} ${trade.symbol}`)
      if (track === undefined || !track.index.accept(venue, trade, receivedAt)) continue
      track.hasNews = true
      touched.add(track)
    }
    for (const track of touched) this.#look(track)
  }

  /** What a venue said does not count while it does not serve. */
  drop(venue: VenueName): void {
    for (const track of this.#tracks.values()) {
      track.index.drop(venue)
      this.#look(track)
    }
  }

  lookAtAll(): void {
    const now = this.#parts.clock.now()
    for (const track of this.#tracks.values()) {
      this.#look(track)
      const isRefunding = !track.isAlive && now - track.lostAt <= FILL_MAX_MS
      if (isRefunding && now - track.gapAt >= GAP_EVERY_MS) this.#gap(track, now)
    }
  }

  isAlive(track: Track): boolean {
    const now = this.#parts.clock.now()
    return track.isAlive && track.index.at(now, this.termsOf(track, now)).reason === null
  }

  stop(): void {
    for (const track of this.#tracks.values()) {
      track.due?.()
      track.due = null
    }
  }

  #look(track: Track): void {
    const now = this.#parts.clock.now()
    const state = track.index.at(now, this.termsOf(track, now))
    if (state.reason !== null) return this.#lose(track, now)
    if (track.isAlive && !track.hasNews) return
    const dueAt = track.isAlive ? track.pricedAt + RECORD_EVERY_MS : track.lostAt + LOST_MS
    const isFirst = track.price === null
    if (isFirst || now >= dueAt) return this.#price(track, now, state)
    track.due ??= this.#parts.clock.at(dueAt, () => {
      track.due = null
      this.#look(track)
    })
  }

  #price(track: Track, timeMs: number, { price, inputs }: { price: number; inputs: IndexInput[] }) {
    const { id: productId } = track.product
    const wasAlive = track.isAlive
    const tick: FeedEvent = { productId, timeMs, kind: 'tick', price, size: 0, inputs }
    track.due?.()
    track.due = null
    track.isAlive = true
    track.hasNews = false
    track.pricedAt = timeMs
    track.price = price
    // Up to here the price was lost, so the gap reaches up to it.
    this.#emit(wasAlive ? [tick] : [{ productId, timeMs, kind: 'gap', reason: 'feed' }, tick])
    if (!wasAlive) this.#turned(track, 'a live price began')
  }

  #lose(track: Track, now: number): void {
    if (!track.isAlive) return
    track.isAlive = false
    track.lostAt = now
    this.#gap(track, now)
    this.#turned(track, 'a live price was lost')
  }

  #gap(track: Track, timeMs: number): void {
    track.gapAt = timeMs
    this.#emit([{ productId: track.product.id, timeMs, kind: 'gap', reason: 'feed' }])
  }

  #turned({ product }: Track, what: string): void {
    this.#parts.log.info({ symbol: product.symbol }, what)
    for (const listener of this.#listeners) listener(product.id)
  }
}

/** Says on the console when no venue can be reached, and when one can again. */
function warnIfAlone({ clock, log }: LiveParts, desk: VenueDesk): Cancel {
  let isAlone = false
  const since = clock.now()
  return clock.every(1_000, () => {
    const reached = desk.serving
    if (reached.length > 0 && isAlone) log.warn({ venues: reached }, 'a venue can be reached again')
    const wasAlone = isAlone
    isAlone = reached.length === 0 && (isAlone || clock.now() - since >= REACHED_BY_MS)
    if (!isAlone || wasAlone) return
    log.warn(
      { venues: desk.names },
      'no venue can be reached: the live markets stay closed until three of them answer',
    )
  })
}

/** Creates the live feed. */
export function createLiveFeed(parts: LiveParts): Feed {
  const { clock, products, history } = parts
  const player = new Player(parts)
  const desk = new VenueDesk(parts, player)
  let state = { startedAt: clock.now() }
  let cancels: Cancel[] = []
  return {
    source: 'live',
    speed: 1,
    products,
    fromBars: new Set(),
    watchOnly: new Set(),
    replayOf: () => null,
    notes: () => liveNotes(parts),
    haltReason: 'closed',
    begin: () => {
      state = { startedAt: clock.now() }
      return { state, history: ({ id }) => history.get(id) ?? [] }
    },
    resume: (stored) => {
      state = storedState.parse(stored)
    },
    historyEndsAt: () => openTimeOf(state.startedAt, MINUTE_MS),
    genesis: () => null,
    sessionAt: ({ calendar }, timeMs) => marketSession.parse(sessionAt(calendar, timeMs)),
    alive: (productId) => {
      const track = player.track(productId)
      return track !== undefined && player.isAlive(track)
    },
    // A trade that was not heard cannot be had again as it was heard.
    missed: null,
    live: {
      venuesOf: (productId) => desk.venuesOf(productId),
      health: () => desk.health(),
      onTurn: (listener) => player.onTurn(listener),
      follow: (termsAt) => player.follow(termsAt),
    },
    start: async (emit) => {
      player.start(emit)
      desk.start()
      cancels = [clock.every(LOOK_EVERY_MS, () => player.lookAtAll()), warnIfAlone(parts, desk)]
    },
    playAfter: async () => undefined,
    pump: () => undefined,
    stop: async () => {
      for (const cancel of cancels) cancel()
      player.stop()
      await desk.stop()
    },
  }
}
