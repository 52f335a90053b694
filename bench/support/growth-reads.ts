/** How long people wait for a page of a long history: orders, one order with its prices, price records, statistics. */
import { orderId } from '#contract/scalars.ts'
import { HistoryPages } from '#server/market/history-pages.ts'
import { LogReader, NO_OLD_DAYS } from '#server/market/log-reader.ts'
import { listOrders, orderWithEvidence } from '#server/trading/order-queries.ts'
import type { BenchDatabase } from './database.ts'
import { percentile } from './figures.ts'

const SAMPLES = 200
const PAGE = 500

/** Times in ms: the 99th percentile of many reads at random places, and one of all statistics. */
export interface ReadTimes {
  orders: number
  order: number
  history: number
  statistics: number
}

async function p99(read: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < SAMPLES; n += 1) {
    const started = performance.now()
    await read(n)
    times.push(performance.now() - started)
  }
  return percentile(times, 0.99)
}

/** Days that are over count with their sums, as the server keeps them, once the newest checkpoint is past them. */
async function sumDays({ owner }: BenchDatabase): Promise<void> {
  await owner.query(
    `insert into signing_keys values ('bench', 'bench') on conflict do nothing;
    insert into checkpoints (number, time_ms, heads, previous, text, signature, key_id)
      select coalesce((select max(number) from checkpoints), 0) + 1, (select max(time_ms) from tick_heads) + 86400000,
        '[]', '', 'bench ' || random(), '', 'bench'`,
  )
  for (let isMore = true; isMore; ) {
    const [row] = await owner.query<{ more: boolean }>(
      'select sum_settled_day(9000000000000000) as more',
    )
    isMore = row?.more === true
  }
}

/** Reads at places that are spread over the whole history. */
export async function measureReads(bench: BenchDatabase): Promise<ReadTimes> {
  const { db, owner } = bench
  const log = new LogReader(db, NO_OLD_DAYS)
  const market = {
    recordsSpanning: (id: number, fromMs: number, toMs: number) =>
      log.spanning(id, { fromMs, toMs }),
  }
  const orders = await owner.query<{ id: bigint; user_id: bigint }>(
    'select id, user_id from orders where id % 7 = 0 order by id',
  )
  const [head] = await owner.query<{ seq: number }>(
    'select min(seq)::float8 as seq from tick_heads',
  )
  const orderAt = (n: number) => {
    const found = orders[Math.floor((n / SAMPLES) * orders.length)]
    if (found === undefined) throw new Error('no orders')
    return found
  }
  const pages = new HistoryPages(log)
  await sumDays(bench)
  const started = performance.now()
  await owner.query('select statistics_since(0)')
  const statistics = performance.now() - started
  return {
    orders: await p99((n) => listOrders(db, orderAt(n).user_id, { status: 'all', limit: 20 })),
    order: await p99((n) =>
      orderWithEvidence({ db, market }, orderAt(n).user_id, orderId.parse(`${orderAt(n).id}`)),
    ),
    history: await p99(async (n) => {
      const afterSeq = Math.floor((n / SAMPLES) * (head?.seq ?? 0))
      const { after, until } = await pages.page(1, { afterSeq, limit: PAGE })
      for await (const _ of pages.text(1, { after, until, separator: ',' }));
    }),
    statistics,
  }
}
