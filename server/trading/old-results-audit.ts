/**
 * Works out in turn, from the files of old days, the results of orders whose prices left the database. SQL checks the
 * others (server/ledger/order-invariants.sql).
 */
import { setImmediate as others } from 'node:timers/promises'
import type { Order } from '#contract/order.ts'
import { UNDONE } from '#rules/outcome-check.ts'
import { settle, settleTermsOf } from '#rules/settle.ts'
import type { Market } from '#server/market/market.ts'
import { type MarketClock, placeAt } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  ORDER_COLUMNS,
  ORDER_TABLES,
  type OrderRow,
  orderOfRow,
} from '#server/trading/order-row.ts'
import { recordsAround } from '#server/trading/records-around.ts'

export interface OldResultsParts {
  db: Database<'auditor'>
  clock: Pick<MarketClock, 'now'>
  market: Pick<Market, 'recordsSpanning'>
}

const DAY_MINUTES = 1_440
/** Orders per round. With more than 7 million old orders, a turn through all of them takes longer than a day. */
const ROUND = { min: 200, max: 5_000 } as const

const SELECT = `
  select ${ORDER_COLUMNS} from ${ORDER_TABLES}
  where o.id = any(array(select id from orders where id > $1 order by id limit $2))
    and coalesce(o.starts_at, o.accepted_at) < (select ticks_checked_from())
    and o.status in ('won', 'lost', 'draw', 'void') order by o.id`
/** The newest number, and about how many orders there are. */
const ENDS = `select (select coalesce(max(id), 0) from orders) as newest,
  (select greatest(0, reltuples)::float8 from pg_class where oid = 'orders'::regclass) as count`

/** Whether what is stored of an order is what the log says. */
async function isRight(market: OldResultsParts['market'], row: OrderRow): Promise<boolean> {
  const order: Order = orderOfRow(row)
  if (order.voidReason === UNDONE) return true
  const terms = settleTermsOf(order)
  const span = { fromMs: terms.startsAt, toMs: terms.expiresAt }
  const result = settle(await recordsAround(market, row.product_id, span), terms)
  if (result === null || result.outcome !== order.status) return false
  if (result.outcome === 'void') return result.reason === order.voidReason
  return [
    [result.entry, order.entry],
    [result.exit, order.exit],
  ].every(
    ([found, stored]) =>
      found?.seq === stored?.seq &&
      found?.timeMs === stored?.timeMs &&
      found?.price === stored?.price,
  )
}

/**
 * Creates the audit. Each call takes the next orders, from a place that depends on the time. Those whose result does
 * not follow from the log get the mark of orders without a valid receipt, which is an invariant. Throws if a file is
 * missing or was changed.
 */
export function createOldResultsAudit({ db, clock, market }: OldResultsParts): () => Promise<void> {
  let after: bigint | null = null
  return async () => {
    const [ends] = await db.query<{ newest: bigint; count: number }>(ENDS)
    const { newest, count } = ends ?? { newest: 0n, count: 0 }
    after ??= BigInt(Math.floor(Number(newest) * placeAt(clock.now())))
    const limit = Math.min(ROUND.max, Math.max(ROUND.min, Math.ceil(count / DAY_MINUTES)))
    const rows = await db.query<OrderRow>(SELECT, [after, limit])
    for (const row of rows) {
      await others()
      if (!(await isRight(market, row))) await db.query('select refuse_receipt($1)', [row.id])
    }
    // Behind the last old order it begins with the first.
    after = rows.at(-1)?.id ?? 0n
  }
}
