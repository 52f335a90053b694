/** The running market: starts the feed and its listeners, and answers the queries of the rest of the server. */
import type { FastifyInstance } from 'fastify'
import type { Product } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import type { Checkpoint } from '#contract/tick-log.ts'
import type { Candles } from '#server/market/candles.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import { readNewest } from '#server/market/checkpoint-store.ts'
import { CheckpointTopic } from '#server/market/checkpoint-topic.ts'
import { type CheckpointParts, startCheckpoints } from '#server/market/checkpoints.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import { type AuditFault, createHistoryAudit } from '#server/market/history-audit.ts'
import { LogReader, type OldDays } from '#server/market/log-reader.ts'
import { Intake } from '#server/market/intake.ts'
import type { Maintenance } from '#server/market/maintenance.ts'
import type { Market } from '#server/market/market.ts'
import type { Quotes } from '#server/market/quotes.ts'
import { marketRoutes } from '#server/market/routes.ts'
import type { Sessions } from '#server/market/sessions.ts'
import type { DayStatsBook } from '#server/market/stats.ts'
import type { TermsSchedule } from '#server/market/terms-schedule.ts'
import type { RecordsListener } from '#server/market/record-listeners.ts'
import type { TickLog } from '#server/market/tick-log.ts'
import { attachTopics } from '#server/market/topics.ts'
import { attachVenueTopic } from '#server/market/venue-topic.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import type { QuoteSource, SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Signer } from '#server/platform/signer.ts'

/** The parts of a market. */
export interface MarketRooms {
  /** The log is written as `market`; requests are answered as `app`. */
  pools: Pick<Pools, 'market' | 'auditor' | 'app'>
  clock: MarketClock
  log: Logger
  signer: Signer
  sealOrders: CheckpointParts['sealOrders']
  oldDays: OldDays
  feed: Feed
  terms: TermsSchedule
  ticks: TickLog
  sessions: Sessions
  maintenance: Maintenance
  candles: Candles
  stats: DayStatsBook
  quotes: Quotes
}

/** The market with its life cycle and its topics. */
export interface RunningMarket extends Market, QuoteSource {
  /** Products whose ticks are points of recorded bars. */
  readonly fromBars: ReadonlySet<number>
  readonly maintenance: Maintenance
  routes(http: FastifyInstance): void
  /** Registers the candles and sessions topics. */
  topics(hub: SocketHub): void
  /** Audits the next part of the stored history. Returns a fault, or an empty list. */
  audit(): Promise<AuditFault[]>
  /** Logs what is true of the time before, then starts prices. All listeners must be registered by now. */
  start(): Promise<void>
}

async function startFeed(
  rooms: MarketRooms,
  onWritten: (checkpoint: Checkpoint) => void,
): Promise<Cancel[]> {
  const { pools, feed, sessions, stats, maintenance } = rooms
  const intake = new Intake({
    ...rooms,
    sessionOf: (id) => sessions.calendarOf(id),
    refreshSessions: () => sessions.refresh(),
  })
  const isBehind = (): boolean => intake.isBehind
  sessions.waitWhile(isBehind, (id) => intake.isWaiting(id))
  sessions.refresh()
  feed.live?.onTurn(() => sessions.refresh())
  await intake.open()
  maintenance.onChange(() => intake.restChanged())
  const { products } = feed
  const checkpoints = { ...rooms, db: pools.market, products, isBehind, onWritten }
  return [intake.start(), stats.start(), startCheckpoints(checkpoints)]
}

/** Registers listeners in this order: candles, statistics, other areas that act on records, then the quote wheel. */
function listen({ ticks, candles, stats, quotes }: MarketRooms): Set<RecordsListener> {
  const listeners = new Set<RecordsListener>()
  ticks.onRecords((id, records) => {
    candles.accept(id, records)
    stats.accept(id, records, candles.coveredUntil(id))
  })
  ticks.onRecords((id, records) => {
    for (const listener of listeners) listener(id, records)
  })
  ticks.onRecords((id, records) => quotes.accept(id, records))
  return listeners
}

/** The audit of what is stored of the history. */
const auditOf = ({ clock, feed, ticks }: MarketRooms, stored: LogReader) =>
  createHistoryAudit({
    clock,
    products: feed.products,
    lengthOf: (id) => ticks.head(id)?.seq ?? 0,
    read: (id, afterSeq, limit) => stored.after(id, afterSeq, limit),
    inputsOf: (id, seqs) => stored.inputsOf(id, seqs),
  })

/** Creates the running market from its parts. */
export function runMarket(rooms: MarketRooms): RunningMarket {
  const { pools, feed, ticks, sessions, candles, stats, quotes, clock, oldDays } = rooms
  const { products } = feed
  const stored = new LogReader(pools.market, oldDays)
  const read = { db: pools.app, log: new LogReader(pools.app, oldDays) }
  const listeners = listen(rooms)
  const cancels: Cancel[] = []
  const newest = new CheckpointTopic(() => readNewest(pools.app))
  const shown = (product: CatalogueProduct): Product => {
    const { calendar: _, ...facts } = product
    const terms = rooms.terms.at(product.id, clock.now()) ?? product.terms
    const source = terms.dealer === undefined ? feed.source : 'dealer'
    return {
      ...facts,
      terms,
      source,
      fromBars: feed.fromBars.has(product.id),
      replay: feed.replayOf(product.id),
      session: sessions.of(product.id),
      ...(source === 'live' && { logStartsAt: timeMs.parse(feed.historyEndsAt()) }),
    }
  }
  const find = (is: (product: CatalogueProduct) => boolean): Product | undefined =>
    products.filter(is).map(shown)[0]
  const market: RunningMarket = {
    source: feed.source,
    speed: feed.speed,
    startNotes: feed.notes(),
    fromBars: feed.fromBars,
    maintenance: rooms.maintenance,
    products: () => products.map(shown),
    product: (symbol) => find((product) => product.symbol === symbol),
    productById: (id) => find((product) => product.id === id),
    lastTick: (id) => ticks.lastTick(id),
    head: (id) => ticks.head(id),
    onRecords: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    recordsSpanning: (id, fromMs, toMs) => ticks.recordsSpanning(id, fromMs, toMs),
    recordsAfter: (id, afterSeq, limit) => ticks.recordsAfter(id, afterSeq, limit),
    storedAfter: (id, afterSeq, limit) => stored.after(id, afterSeq, limit),
    holdOrder: (id, order) => ticks.holdOrder(id, order),
    venueHealth: () => feed.live?.health() ?? null,
    closings: () => feed.live?.closings() ?? null,
    inputsOf: (id, seqs) => stored.inputsOf(id, seqs),
    onTick: (listener) => quotes.onTick(listener),
    latest: () => quotes.latest(),
    statsRow: (id) => stats.row(id),
    audit: auditOf(rooms, stored),
    routes: (http) => marketRoutes(http, { ...rooms, ...read, market, products }),
    topics: (hub) => {
      cancels.push(attachTopics(hub, { ...market, candles, sessions, products, clock, newest }))
      const { live } = feed
      if (live !== undefined) cancels.push(attachVenueTopic(hub, { live, products, clock }))
    },
    start: async () => {
      cancels.push(...(await startFeed(rooms, newest.written)))
    },
    isStopped: () => ticks.isClosed,
    close: async () => {
      await feed.stop()
      for (const cancel of cancels) cancel()
      await ticks.close()
      await candles.close()
    },
  }
  return market
}
