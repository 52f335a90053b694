/** Creates the feed that the configuration names. */
import { PRODUCTS } from '#server/market/catalogue.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import { type LiveChoice, openLive } from '#server/market/feeds/live/open-live.ts'
import { loadRecordings } from '#server/market/feeds/recordings.ts'
import { createReplayFeed } from '#server/market/feeds/replay.ts'
import { SeedKeeper, type SeedOptions } from '#server/market/feeds/seed-keeper.ts'
import { masterSeed } from '#server/market/feeds/seeds.ts'
import { createSimulatedFeed } from '#server/market/feeds/simulated.ts'
import { hasPromises } from '#server/market/seed-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

export type FeedChoice =
  /** `seed`: 64 hex digits, for tests, in place of the stored master seed. `symbols`: only these products. */
  | { kind: 'simulated'; seed: string | null; symbols?: readonly string[]; seeds?: SeedOptions }
  | { kind: 'replay'; folder: string; speed: number; loop: boolean; tradeFastBars?: boolean }
  | LiveChoice

/** What creating a feed needs. */
export interface FeedParts {
  db: Database<'market'>
  clock: MarketClock
  log: Logger
  dataFolder: string
  feed: FeedChoice
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
  const { symbols, seed } = feed
  const isGivenUp = typeof feed.seeds?.breakReason === 'string'
  const master = seed ?? masterSeed(dataFolder, !isGivenUp && (await hasPromises(db)))
  const products = PRODUCTS.filter(
    ({ symbol }) => symbols === undefined || symbols.includes(symbol),
  )
  const seeds = new SeedKeeper({ ...feed.seeds, db, clock, log, master })
  await seeds.open()
  return createSimulatedFeed({ clock, log, master, seeds, products })
}
