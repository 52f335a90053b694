/** Builds the market from its parts: feed, tick log, candles, 24 h stats, checkpoints and topics. */
import type { FastifyInstance } from 'fastify'
import type { Product } from '#contract/product.ts'
import { findChainFault } from '#rules/tick-chain.ts'
import { Candles } from '#server/market/candles.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import { startCheckpoints } from '#server/market/checkpoints.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import { type FeedChoice, openFeed } from '#server/market/feeds/open-feed.ts'
import { settleFeed } from '#server/market/history.ts'
import { createIntake } from '#server/market/intake.ts'
import type { Market } from '#server/market/market.ts'
import { registerProducts } from '#server/market/product-store.ts'
import { Quotes } from '#server/market/quotes.ts'
import { marketRoutes, type RouteSettings } from '#server/market/routes.ts'
import { createSessions, type Sessions } from '#server/market/sessions.ts'
import { DayStatsBook } from '#server/market/stats.ts'
import { sha256, TickLog } from '#server/market/tick-log.ts'
import { readTail } from '#server/market/tick-log-store.ts'
import { attachTopics } from '#server/market/topics.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { StartRefused } from '#server/platform/embedded-binaries.ts'
import type { QuoteSource, SocketHub } from '#server/platform/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Signer } from '#server/platform/signer.ts'

export interface MarketParts {
  db: Database
  clock: MarketClock
  log: Logger
  signer: Signer
  /** Holds the simulated feed's master seed. */
  dataFolder: string
  feed: FeedChoice
}

export interface RunningMarket extends Market, QuoteSource {
  /** Products whose ticks are points of recorded bars. */
  readonly fromBars: ReadonlySet<number>
  /** Registers the candles and sessions topics and feeds them from now on. */
  attach(hub: SocketHub): void
  routes(app: FastifyInstance, settings: RouteSettings): void
}

/** Records read back at start: enough for memory to answer, and to see that the chain's end is whole. */
const TAIL_RECORDS = 2_000

async function restoreLog(db: Database, ticks: TickLog, feed: Feed): Promise<void> {
  const tails = await Promise.all(
    feed.products.map(async (product) => ({
      product,
      records: await readTail(db, product.id, TAIL_RECORDS),
    })),
  )
  for (const { product, records } of tails) {
    const [first, ...rest] = records
    if (first === undefined) continue
    const isWhole = first.seq === 1
    const checked = isWhole ? records : rest
    const start = isWhole ? {} : { start: first }
    const fault = findChainFault(product.symbol, checked, { sha256, ...start })
    if (fault !== null) {
      throw new StartRefused(
        `The tick log of ${product.symbol} is not whole: record ${fault.seq} (${fault.fault}). ` +
          'Somebody changed it behind the server; restore a backup or begin a new data folder.',
      )
    }
    ticks.restore(product.id, records)
  }
}

const productOf = (product: CatalogueProduct, feed: Feed, sessions: Sessions): Product => {
  const { calendar: _, ...shown } = product
  return { ...shown, source: feed.source, session: sessions.of(product.id) }
}

interface Rooms {
  parts: MarketParts
  feed: Feed
  ticks: TickLog
  sessions: Sessions
  candles: Candles
  stats: DayStatsBook
  quotes: Quotes
}

async function buildRooms(parts: MarketParts): Promise<Rooms> {
  const { db, clock, log } = parts
  const feed = openFeed(parts)
  await registerProducts(db, feed.products)
  await settleFeed(db, feed)
  const ticks = new TickLog({ db, clock, log }, feed.products)
  await restoreLog(db, ticks, feed)
  const productIds = feed.products.map(({ id }) => id)
  const historyEndsAt = feed.historyEndsAt()
  const candles = new Candles({ db, log, productIds, historyEndsAt })
  const stats = new DayStatsBook({ db, clock, log, products: feed.products, historyEndsAt })
  const since: (() => void)[] = []
  await candles.restore((id, tick) => since.push(() => stats.add(id, tick)))
  await stats.restore((id) => candles.coveredUntil(id))
  for (const add of since) add()
  const quotes = new Quotes()
  for (const { id } of feed.products) {
    const last = ticks.lastTick(id)
    if (last !== undefined) quotes.restore(id, last)
  }
  return { parts, feed, ticks, sessions: createSessions(feed, clock), candles, stats, quotes }
}

/** Resolves when every product has a price and ticks flow. Throws StartRefused with what the person must change. */
export async function createMarket(parts: MarketParts): Promise<RunningMarket> {
  const rooms = await buildRooms(parts)
  const { clock } = parts
  const { feed, ticks, sessions, candles, stats, quotes } = rooms
  ticks.onRecords((id, records) => {
    candles.accept(id, records)
    stats.accept(id, records, candles.coveredUntil(id))
  })
  const intake = createIntake({
    feed,
    log: ticks,
    clock,
    sessionOf: (id) => sessions.of(id),
    refreshSessions: () => sessions.refresh(),
  })
  intake.open()
  await ticks.drained()
  for (const { id } of feed.products) {
    const last = ticks.lastTick(id)
    if (last !== undefined) quotes.restore(id, last)
  }
  await feed.start((events) => intake.accept(events), ticks)
  const cancels = [
    intake.start(),
    stats.start(),
    startCheckpoints({ ...parts, ticks, products: feed.products }),
  ]
  return runningMarket(rooms, cancels)
}

function runningMarket(rooms: Rooms, cancels: Cancel[]): RunningMarket {
  const { parts, feed, ticks, sessions, candles, stats, quotes } = rooms
  const { products } = feed
  const listeners = new Set<Parameters<Market['onRecords']>[0]>()
  // After candles and stats, and before the wheel: whoever trades on a record sees them up to date.
  ticks.onRecords((id, records) => {
    for (const listener of listeners) listener(id, records)
  })
  ticks.onRecords((id, records) => quotes.accept(id, records))
  const find = (product: CatalogueProduct | undefined): Product | undefined =>
    product === undefined ? undefined : productOf(product, feed, sessions)
  const market: RunningMarket = {
    source: feed.source,
    speed: feed.speed,
    fromBars: feed.fromBars,
    products: () => products.map((product) => productOf(product, feed, sessions)),
    product: (symbol) => find(products.find((each) => each.symbol === symbol)),
    productById: (id) => find(products.find((each) => each.id === id)),
    lastTick: (id) => ticks.lastTick(id),
    head: (id) => ticks.head(id),
    onRecords: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    closesAfter: (id, timeMs) => {
      const product = products.find((each) => each.id === id)
      return product === undefined ? null : feed.sessionAt(product, timeMs).closesAt
    },
    recordsSpanning: (id, fromMs, toMs) => ticks.recordsSpanning(id, fromMs, toMs),
    recordsAfter: (id, afterSeq, limit) => ticks.recordsAfter(id, afterSeq, limit),
    onTick: (listener) => quotes.onTick(listener),
    latest: () => quotes.latest(),
    statsRow: (id) => stats.row(id),
    attach: (hub) => {
      cancels.push(attachTopics(hub, { candles, sessions, products, clock: parts.clock }))
    },
    routes: (app, settings) => marketRoutes(app, { ...parts, market, candles, products, settings }),
    close: async () => {
      feed.stop()
      for (const cancel of cancels) cancel()
      await ticks.close()
      await candles.close()
    },
  }
  return market
}
