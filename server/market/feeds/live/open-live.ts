/** Opens the live feed: its products, and for a new database the candles from before its log. */
import type { HistoryStage } from '#rules/simulated-history.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import { readFirstCandles } from '#server/market/feeds/live/first-candles.ts'
import { createLiveFeed } from '#server/market/feeds/live/live-feed.ts'
import { liveProducts, symbolAt } from '#server/market/feeds/live/live-products.ts'
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
  connect: (parts: VenueFeedParts) => VenueFeed
}

interface Parts {
  db: Database<'market'>
  clock: MarketClock
  log: Logger
}

/** Creates the live feed. Throws `StartRefused` if no product has enough venues. */
export async function openLive({ db, clock, log }: Parts, choice: LiveChoice): Promise<Feed> {
  const { venues, candles, connect } = choice
  const on = venues.map(({ venue }) => venue.name)
  const { products, without } = liveProducts(PRODUCTS, on)
  if (products.length === 0) {
    throw new StartRefused('Live prices need three venues that trade the same product.')
  }
  const [instance] = await db.query<{ feed_source: string | null }>(
    'select feed_source from instance',
  )
  const isNew = (instance?.feed_source ?? null) === null
  const history =
    isNew && candles !== null
      ? await readFirstCandles({ url: candles, products, nowMs: clock.now(), log })
      : new Map<number, HistoryStage[]>()
  return createLiveFeed({ clock, log, venues, connect, symbolAt, products, without, history })
}
