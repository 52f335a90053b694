/** Creates the feed that the configuration names. */
import type { HistoryStage } from '#rules/simulated-history.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import { readFirstCandles } from '#server/market/feeds/live/first-candles.ts'
import { createLiveFeed } from '#server/market/feeds/live/live-feed.ts'
import { liveProducts, symbolAt } from '#server/market/feeds/live/live-products.ts'
import type { VenueChoice } from '#server/market/feeds/live/venue-desk.ts'
import type { VenueFeed, VenueFeedParts } from '#server/market/feeds/live/venue-feed.ts'
import { loadRecordings } from '#server/market/feeds/recordings.ts'
import { createReplayFeed } from '#server/market/feeds/replay.ts'
import { SeedKeeper, type SeedOptions } from '#server/market/feeds/seed-keeper.ts'
import { masterSeed } from '#server/market/feeds/seeds.ts'
import { createSimulatedFeed } from '#server/market/feeds/simulated.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The choice of a feed. */
export type FeedChoice =
  /** `seed`: 64 hex digits that replace the stored master seed. `symbols`: only these products. */
  | { kind: 'simulated'; seed: string | null; symbols?: readonly string[]; seeds?: SeedOptions }
  | { kind: 'replay'; folder: string; speed: number; loop: boolean; tradeFastBars?: boolean }
  | LiveChoice

/** Live prices. `candles`: where those from before the log are read; null for none. */
export interface LiveChoice {
  kind: 'live'
  venues: readonly VenueChoice[]
  candles: string | null
  connect: (parts: VenueFeedParts) => VenueFeed
}

/** What creating a feed needs. */
export interface FeedParts {
  db: Database<'market'>
  clock: MarketClock
  log: Logger
  dataFolder: string
  feed: FeedChoice
}

async function openLive({ db, clock, log }: FeedParts, choice: LiveChoice): Promise<Feed> {
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

/** Creates the feed. Throws `StartRefused` if its recordings are unusable, or its master seed is another one. */
export async function openFeed(parts: FeedParts): Promise<Feed> {
  const { db, clock, log, dataFolder, feed } = parts
  if (feed.kind === 'live') return openLive(parts, feed)
  if (feed.kind === 'replay') {
    const { kind: _, folder, ...how } = feed
    const loaded = loadRecordings(folder)
    for (const { product, file, kind, points } of loaded.recordings) {
      log.info({ symbol: product.symbol, file, kind, points: points.length }, 'recording loaded')
    }
    for (const { file, reason } of loaded.unused) log.warn({ file, reason }, 'recording not played')
    return createReplayFeed({ clock, ...loaded, ...how })
  }
  const master = masterSeed(dataFolder, feed.seed)
  const { symbols } = feed
  const products = PRODUCTS.filter(
    ({ symbol }) => symbols === undefined || symbols.includes(symbol),
  )
  const seeds = new SeedKeeper({ ...feed.seeds, db, clock, log, master })
  await seeds.open()
  return createSimulatedFeed({ clock, log, master, seeds, products })
}
