/** The live feed: each product's price is the middle one of the newest trades of its venues. */
import { MINUTE_MS } from '#contract/time.ts'
import { z } from 'zod'
import type { VenueName } from '#contract/index-price.ts'
import { type IndexTerms, marketSession } from '#contract/product.ts'
import type { LineName } from '#contract/venue-lines.ts'
import { openTimeOf } from '#rules/candles.ts'
import type { HistoryStage } from '#rules/simulated-history.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Emit, Feed } from '#server/market/feeds/feed.ts'
import type { ClosingsBook } from '#server/market/feeds/live/closings/closings-book.ts'
import { closedHours, liveSession } from '#server/market/feeds/live/live-hours.ts'
import { type DealerChoice, DealerDesk } from '#server/market/feeds/live/dealer/dealer-desk.ts'
import { liveNotes } from '#server/market/feeds/live/live-notes.ts'
import { LivePrice, type TermsAt } from '#server/market/feeds/live/live-price.ts'
import { ProductIndex } from '#server/market/feeds/live/product-index.ts'
import { VenueDesk, type VenueDeskParts } from '#server/market/feeds/live/venue-desk.ts'
import type { StampedTrade } from '#server/market/feeds/live/venue.ts'
import type { Cancel } from '#server/platform/clock.ts'

const LOOK_EVERY_MS = 100
/** Venues that can be reached have answered by then. */
const REACHED_BY_MS = 8_000

const storedState = z.object({ startedAt: z.int() })

export interface LiveParts extends VenueDeskParts {
  /** The products that are offered, with the terms of their prices. */
  products: readonly CatalogueProduct[]
  /** The symbols of the products that are not offered. */
  without: readonly string[]
  /** The published closings of contracts. Missing where their weekly hours are all that counts. */
  closingsBook?: ClosingsBook
  /** The public candles from before the log, per product id. */
  history: ReadonlyMap<number, HistoryStage[]>
  /** Whose quotes are the prices of the products with such terms. Null or missing: there are none. */
  dealer?: DealerChoice | null
}

type OnTurn = (product: CatalogueProduct, isAlive: boolean) => void

/** One product, with the trades that its price follows from. */
interface Track {
  product: CatalogueProduct
  index: ProductIndex
  live: LivePrice
  /** As `LivePrice`. */
  readonly price: number | null
  readonly isAlive: boolean
}

/** Plays the trades of the venues. */
class Player {
  readonly #parts: LiveParts
  readonly #onTurn: OnTurn
  readonly #tracks: ReadonlyMap<number, Track>
  /** Per line, the tracks that it feeds by their symbol there, and as which operator. */
  readonly #fed = new Map<LineName, { venue: VenueName; tracks: Map<string, Track> }>()
  #termsAt: TermsAt = () => undefined

  constructor(parts: LiveParts, onTurn: OnTurn) {
    this.#parts = parts
    this.#onTurn = onTurn
    const products = parts.products.filter(({ terms }) => terms.index !== undefined)
    this.#tracks = new Map(products.map((product) => [product.id, this.#newTrack(product)]))
    for (const { venue } of parts.venues) {
      const tracks = new Map<string, Track>()
      for (const track of this.#tracks.values()) {
        const symbol = parts.symbolAt(track.product.symbol, venue.line)
        if (symbol !== undefined) tracks.set(symbol, track)
      }
      this.#fed.set(venue.line, { venue: venue.name, tracks })
    }
  }

  follow(termsAt: TermsAt): void {
    this.#termsAt = termsAt
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

  start(emit: Emit): void {
    for (const { live } of this.#tracks.values()) live.start(emit)
  }

  take(line: LineName, trades: readonly StampedTrade[], receivedAt: number): void {
    const fed = this.#fed.get(line)
    if (fed === undefined) return
    const touched = new Set<Track>()
    for (const trade of trades) {
      const track = fed.tracks.get(trade.symbol)
      if (track === undefined || !track.index.accept(fed.venue, trade, receivedAt)) continue
      track.live.hear()
      touched.add(track)
    }
    for (const { live } of touched) live.look()
  }

  /** What a line said does not count while it does not serve. Other lines of its operator are not touched. */
  drop(line: LineName): void {
    const fed = this.#fed.get(line)
    if (fed === undefined) return
    for (const track of fed.tracks.values()) {
      track.index.drop(fed.venue)
      track.live.look()
    }
  }

  pass(): void {
    for (const { live } of this.#tracks.values()) live.pass()
  }

  stop(): void {
    for (const { live } of this.#tracks.values()) live.stop()
  }

  #newTrack(product: CatalogueProduct): Track {
    const index = new ProductIndex(product.priceDecimals)
    const live = new LivePrice({
      productId: product.id,
      clock: this.#parts.clock,
      isClosed: closedHours(this.#parts.closingsBook, product),
      stateAt: (now) => index.at(now, this.termsOf({ product }, now)),
      onTurn: (isAlive) => this.#onTurn(product, isAlive),
    })
    return {
      product,
      index,
      live,
      get price() {
        return live.price
      },
      get isAlive() {
        return live.isAlive
      },
    }
  }
}

/** Says on the console when no venue can be reached, and when one can again. */
function warnIfAlone({ clock, log }: LiveParts, desk: VenueDesk): Cancel {
  if (desk.names.length === 0) return () => undefined
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

function dealerDeskOf(parts: LiveParts, onTurn: OnTurn): DealerDesk | null {
  const { dealer = null, clock, log, random } = parts
  if (dealer === null) return null
  const products = parts.products.filter(({ terms }) => terms.dealer !== undefined)
  return new DealerDesk({ ...dealer, products, clock, log, onTurn, ...(random && { random }) })
}

export function createLiveFeed(parts: LiveParts): Feed {
  const { clock, products, history, closingsBook: closings } = parts
  const listeners = new Set<(productId: number) => void>()
  const onTurn: OnTurn = ({ id, symbol }, isAlive) => {
    parts.log.info({ symbol }, isAlive ? 'a live price began' : 'a live price was lost')
    for (const listener of listeners) listener(id)
  }
  const player = new Player(parts, onTurn)
  const desk = new VenueDesk(parts, player)
  const dealer = dealerDeskOf(parts, onTurn)
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
    sessionAt: (product, timeMs) => marketSession.parse(liveSession(closings, product, timeMs)),
    onSessionChange: (listener) => closings?.onChange(listener),
    alive: (productId) => player.track(productId)?.isAlive ?? dealer?.isAlive(productId) ?? false,
    // A trade that was not heard cannot be had again as it was heard.
    missed: null,
    live: {
      venuesOf: (productId) => desk.venuesOf(productId),
      health: () => [...desk.health(), ...(dealer === null ? [] : [dealer.health()])],
      closings: () => closings?.facts ?? null,
      onTurn: (listener) => void listeners.add(listener),
      follow: (termsAt) => {
        player.follow(termsAt)
        dealer?.follow(termsAt)
      },
    },
    start: async (emit) => {
      player.start(emit)
      desk.start()
      dealer?.start(emit)
      const pass = (): void => {
        player.pass()
        dealer?.pass()
      }
      cancels = [clock.every(LOOK_EVERY_MS, pass), warnIfAlone(parts, desk)]
      if (closings !== undefined) cancels.push(closings.start())
    },
    playAfter: async () => undefined,
    pump: () => undefined,
    stop: async () => {
      for (const cancel of cancels) cancel()
      player.stop()
      await Promise.all([desk.stop(), dealer?.stop()])
    },
  }
}
