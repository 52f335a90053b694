/** What a page of a long history costs: orders, one order with its prices, price records, statistics. */
import { orderId } from '#contract/scalars.ts'
import { HistoryPages } from '#server/market/history-pages.ts'
import { LogReader, NO_OLD_DAYS } from '#server/market/log-reader.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sumSettledDays } from '#server/statistics/statistics-store.ts'
import { listOrders, orderWithEvidence } from '#server/trading/order-queries.ts'
import { CountedDatabase } from './counted-work.ts'
import type { BenchDatabase } from './database.ts'
import { percentile } from './figures.ts'

const SAMPLES = 200
const PAGE = 500
const ORDERS = 20

const NAMES = ['orders', 'order', 'history', 'statistics'] as const
type Name = (typeof NAMES)[number]

/** What reads took: many at places that are spread over the whole history, and one of all statistics. */
export interface ReadCosts {
  /** The 99th percentile of their times, ms. */
  ms: Record<Name, number>
  /** The blocks that one read on average. */
  blocks: Record<Name, number>
}

/**
 * Days that are over count with their sums, as the server keeps them, once the newest checkpoint is past them. The
 * autovacuum, which has no time here, has indexed what is full of the settlements by then.
 */
export async function sumDays({ owner, db }: BenchDatabase, nowMs: number): Promise<void> {
  await owner.query("insert into signing_keys values ('bench', 'bench') on conflict do nothing")
  await owner.query(
    `insert into checkpoints (number, time_ms, heads, previous, text, signature, key_id)
      select coalesce(max(number), 0) + 1, $1, '[]', '', 'bench ' || random(), '', 'bench' from checkpoints`,
    [nowMs],
  )
  await sumSettledDays(db, nowMs)
  await owner.query("select brin_summarize_new_values('settlements_by_time')")
}

interface Place {
  id: bigint
  user_id: bigint
}
/** The reads of a database. `share`: a place in the history, from 0 to 1. Each throws if something is missing. */
function readsOf(db: Database, orders: readonly Place[], newest: number) {
  const log = new LogReader(db, NO_OLD_DAYS)
  const pages = new HistoryPages(log)
  const market = {
    recordsSpanning: (id: number, fromMs: number, toMs: number) =>
      log.spanning(id, { fromMs, toMs }),
  }
  const placeAt = (share: number): Place => {
    const place = orders[Math.floor(share * orders.length)]
    if (place === undefined) throw new Error('no orders')
    return place
  }
  const expect = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`${what} is not whole`)
  }
  return {
    orders: async (share) => {
      const { user_id: userId } = placeAt(share)
      const page = await listOrders(db, userId, { status: 'all', limit: ORDERS })
      expect(page.orders.length > 0, 'a page of orders')
    },
    order: async (share) => {
      const { id, user_id: userId } = placeAt(share)
      const { evidence } = await orderWithEvidence({ db, market }, userId, orderId.parse(`${id}`))
      expect(evidence.exitRecords.length > 0, 'an order with its prices')
    },
    history: async (share) => {
      const afterSeq = Math.floor(share * (newest - PAGE))
      const { after, until } = await pages.page(1, { afterSeq, limit: PAGE })
      expect(until - after === PAGE, 'a page of price records')
      for await (const _ of pages.text(1, { after, until, separator: ',' }));
    },
    statistics: async () => {
      await db.query('select statistics_since($1)', [0])
    },
  } satisfies Record<Name, (share: number) => Promise<void>>
}

/** Reads at places that are spread over the whole history, first for the time and then for the blocks. */
export async function measureReads(bench: BenchDatabase): Promise<ReadCosts> {
  const { db, owner } = bench
  const orders = await owner.query<Place>(
    'select id, user_id from orders where id % 7 = 0 order by id',
  )
  const [head] = await owner.query<{ seq: number }>(
    'select min(seq)::float8 as seq from tick_heads',
  )
  const counted = new CountedDatabase(db)
  const timedReads = readsOf(db, orders, head?.seq ?? 0)
  const countedReads = readsOf(counted, orders, head?.seq ?? 0)
  const costs: ReadCosts = {
    ms: { orders: 0, order: 0, history: 0, statistics: 0 },
    blocks: { orders: 0, order: 0, history: 0, statistics: 0 },
  }
  for (const name of NAMES) {
    const samples = name === 'statistics' ? 1 : SAMPLES
    const times: number[] = []
    for (let n = 0; n < samples; n += 1) {
      const started = performance.now()
      await timedReads[name](n / samples)
      times.push(performance.now() - started)
    }
    costs.ms[name] = percentile(times, 0.99)
    counted.blocks = 0
    for (let n = 0; n < samples; n += 1) await countedReads[name](n / samples)
    costs.blocks[name] = counted.blocks / samples
  }
  return costs
}
