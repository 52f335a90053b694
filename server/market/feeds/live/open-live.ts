/** Opens the live feed: its products, and for a new database the candles from before its log. */
import type { HistoryStage } from '#rules/simulated-history.ts'
import { type CatalogueProduct, LIVE_CATALOGUE } from '#server/market/catalogue.ts'
import { ClosingsBook } from '#server/market/feeds/live/closings/closings-book.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import { readFirstCandles } from '#server/market/feeds/live/first-candles.ts'
import type { DealerChoice } from '#server/market/feeds/live/dealer/dealer-desk.ts'
import { dealerProducts } from '#server/market/feeds/live/dealer/dealer-products.ts'
import { createLiveFeed } from '#server/market/feeds/live/live-feed.ts'
import { isBusy, liveProducts, symbolAt } from '#server/market/feeds/live/live-products.ts'
import type { VenueChoice } from '#server/market/feeds/live/venue-desk.ts'
import type { VenueFeed, VenueFeedParts } from '#server/market/feeds/live/venue-feed.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** Live prices. `candles`: where those from before the log are read; null for none. */
export interface LiveChoice {
  kind: 'live'
  venues: readonly VenueChoice[]
  candles: string | null
  /** The symbols of optional products that are offered. */
  asked?: readonly string[]
  connect: (parts: VenueFeedParts) => VenueFeed
  /** Files of published closings, of which the first one that exists counts. Missing: weekly hours are all. */
  closings?: readonly string[]
  /** Whose quotes are prices beside those of the venues. Null or missing: there are none. */
  dealer?: DealerChoice | null
}

interface Parts {
  db: Database<'market'>
  clock: MarketClock
  log: Logger
}

/** Candles from before the log are those of a spot market. */
const isSpot = ({ terms: { index } }: CatalogueProduct): boolean =>
  index !== undefined && index.perpetual !== true
const isPerpetual = ({ terms }: CatalogueProduct): boolean => terms.index?.perpetual === true

/** The products of the venues and the dealer, and the symbols of all others. */
function offeredBy({ venues, asked, dealer = null }: LiveChoice) {
  const lines = venues.map(({ venue }) => venue.line)
  const byVenues = liveProducts(LIVE_CATALOGUE, lines, asked)
  const rest = LIVE_CATALOGUE.filter(({ symbol }) => byVenues.without.includes(symbol))
  const byDealer = dealer === null ? [] : dealerProducts(rest, dealer.dealer)
  const quoted = new Set(byDealer.map(({ id }) => id))
  return {
    products: [...byVenues.products, ...byDealer].toSorted((a, b) => a.id - b.id),
    without: rest.filter(({ id }) => !quoted.has(id)).map(({ symbol }) => symbol),
  }
}

/** Creates the live feed. Throws `StartRefused` if no product has enough venues. */
export async function openLive({ db, clock, log }: Parts, choice: LiveChoice): Promise<Feed> {
  const { venues, candles, connect, dealer = null } = choice
  const { products, without } = offeredBy(choice)
  if (products.length === 0) {
    throw new StartRefused('Live prices need three venues that trade the same product.')
  }
  const [instance] = await db.query<{ feed_source: string | null }>(
    'select feed_source from instance',
  )
  const isNew = (instance?.feed_source ?? null) === null
  const history =
    isNew && candles !== null
      ? await readFirstCandles({
          url: candles,
          products: products.filter(isSpot),
          nowMs: clock.now(),
          log,
        })
      : new Map<number, HistoryStage[]>()
  const files = products.some(isPerpetual) ? choice.closings : undefined
  return createLiveFeed({
    ...(files !== undefined && { closingsBook: new ClosingsBook({ files, clock, log }) }),
    clock,
    log,
    venues,
    connect,
    symbolAt,
    isBusy,
    products,
    without,
    history,
    dealer,
  })
}
