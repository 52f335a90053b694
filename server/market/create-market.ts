/** Builds the market from its parts and the database: feed, tick log, candles and 24 h statistics. */
import { findChainFault } from '#rules/tick-chain.ts'
import { Candles } from '#server/market/candles.ts'
import { type CheckpointParts, findMissingHead } from '#server/market/checkpoints.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import { type FeedChoice, openFeed } from '#server/market/feeds/open-feed.ts'
import { beginFeed, resumeFeed } from '#server/market/history.ts'
import { LogReader, NO_OLD_DAYS, type OldDays } from '#server/market/log-reader.ts'
import { openMaintenance } from '#server/market/maintenance.ts'
import { registerProducts } from '#server/market/product-store.ts'
import { Quotes } from '#server/market/quotes.ts'
import { type RunningMarket, runMarket } from '#server/market/running-market.ts'
import { createSessions } from '#server/market/sessions.ts'
import { DayStatsBook } from '#server/market/stats.ts'
import { sha256 } from '#server/market/product-log.ts'
import { createTermsSchedule } from '#server/market/terms-schedule.ts'
import { TickLog } from '#server/market/tick-log.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Signer } from '#server/platform/signer.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

export interface MarketParts {
  /** The log is written as `market`; requests are answered as `app`. */
  pools: Pick<Pools, 'market' | 'auditor' | 'app'>
  clock: MarketClock
  log: Logger
  signer: Signer
  sealOrders: CheckpointParts['sealOrders']
  /** Stores the master seed of the simulated feed. */
  dataFolder: string
  feed: FeedChoice
  /** The days of the log that left the database; none by default. */
  oldDays?: OldDays | undefined
  /** How long records stay in memory, in ms; by default for as long as an order can need them. */
  keepMs?: number
}

/** Records read back at start, enough to answer from memory and to verify the end of the chain. */
const TAIL_RECORDS = 2_000

/** The end of the stored log per product, once it is checked. Throws `StartRefused` if it is not whole. */
async function readLog(db: Database<'market'>, log: LogReader, feed: Feed) {
  const tails = await Promise.all(
    feed.products.map(async (product) => ({
      product,
      records: await log.tail(product.id, TAIL_RECORDS),
      band: await log.bandState(product.id),
    })),
  )
  for (const { product, records } of tails) {
    const [first, ...rest] = records
    if (first === undefined) continue
    const fault =
      first.seq === 1
        ? findChainFault(product.symbol, records, { sha256 })
        : findChainFault(product.symbol, rest, { sha256, start: first })
    if (fault !== null) {
      throw new StartRefused(
        `The tick log of ${product.symbol} is not whole: record ${fault.seq} (${fault.fault}). ` +
          'Somebody changed it behind the server; restore a backup or begin a new data folder.',
      )
    }
  }
  const missing = await findMissingHead(db, log, feed.products)
  if (missing === undefined) return tails
  throw new StartRefused(
    `The tick log of ${missing} is not the one whose end was signed: records are gone or written anew. ` +
      'Restore a backup or begin a new data folder.',
  )
}

/** Reads everything and starts nothing; `start()` does. Throws `StartRefused` with what the operator must change. */
export async function createMarket(parts: MarketParts): Promise<RunningMarket> {
  const { pools, clock, log, oldDays = NO_OLD_DAYS } = parts
  const { market: db } = pools
  const feed = await openFeed({ ...parts, db })
  const isFirst = !(await resumeFeed(db, feed))
  const stored = await readLog(db, new LogReader(db, oldDays), feed)
  // Nothing becomes public before all that is stored was checked.
  const announced = await registerProducts(db, feed.products, clock.now())
  const terms = createTermsSchedule(announced)
  feed.live?.follow((id, timeMs) => terms.at(id, timeMs))
  const bandAt = (id: number, timeMs: number) => terms.at(id, timeMs)?.bandBps
  if (isFirst) await beginFeed(db, feed)
  const ticks = new TickLog(
    { db, clock, log, oldDays, bandAt, keepMs: parts.keepMs },
    feed.products,
  )
  for (const { product, records, band } of stored) {
    if (records.length > 0) ticks.restore(product.id, records, band)
  }
  const productIds = feed.products.map(({ id }) => id)
  const historyEndsAt = feed.historyEndsAt()
  const candles = new Candles({ db, log, productIds, historyEndsAt })
  const stats = new DayStatsBook({ db, clock, log, products: feed.products, historyEndsAt })
  const ticksSince: (() => void)[] = []
  await candles.restore((id, tick) => ticksSince.push(() => stats.add(id, tick)))
  await stats.restore((id) => candles.coveredUntil(id))
  for (const add of ticksSince) add()
  const quotes = new Quotes()
  for (const id of productIds) {
    const last = ticks.lastTick(id)
    if (last !== undefined) quotes.restore(id, last)
  }
  const maintenance = await openMaintenance(db)
  const sessions = createSessions(feed, clock, { maintenance, terms })
  return runMarket({
    ...parts,
    oldDays,
    feed,
    terms,
    ticks,
    sessions,
    maintenance,
    candles,
    stats,
    quotes,
  })
}
