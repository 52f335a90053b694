/** The SQL that enters and settles orders, and finds those that still wait. */
import type { Order } from '#contract/order.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import {
  ORDER_COLUMNS,
  ORDER_TABLES,
  type OrderRow,
  orderJson,
  orderOfRow,
} from '#server/trading/order-row.ts'
import type { Outcome, Waiting } from '#server/trading/settlement-decide.ts'
import { type EventRow, eventOf } from '#server/trading/trading-store.ts'

/** Stores entries. Orders that are no longer open are skipped. */
export async function enterOrders(
  db: Queryable<'settlement'>,
  entered: readonly Waiting[],
): Promise<OutboxEvent[]> {
  const rows = await db.query<EventRow>('select * from enter_orders($1, $2, $3, $4, $5)', [
    entered.map(({ order }) => order.id),
    entered.map(({ order }) => order.entry?.seq),
    entered.map(({ order }) => order.entry?.timeMs),
    entered.map(({ order }) => order.entry?.price),
    entered.map(({ order }) => orderJson(order)),
  ])
  return rows.map(eventOf)
}

/** The data of the message about a void order. The client writes the sentence. */
const voidMessage = ({ id, symbol, voidReason, stake }: Order): object | null =>
  voidReason && { orderId: id, symbol, reason: voidReason, stake: formatAmount(stake) }

const outcomeRow = ({ order, entrySeq }: Omit<Outcome, 'waiting'>): object => ({
  id: order.id,
  outcome: order.status,
  void_reason: order.voidReason,
  entry_seq: entrySeq,
  exit_seq: order.exit?.seq ?? null,
  exit_time: order.exit?.timeMs ?? null,
  exit_price: order.exit?.price ?? null,
  profit_and_loss: order.profitAndLoss?.toString(),
  settled_at: order.settledAt,
  event: orderJson(order),
  message: voidMessage(order),
})

/** Outcomes as the SQL functions take them. */
export const outcomesJson = (outcomes: readonly Omit<Outcome, 'waiting'>[]): string =>
  JSON.stringify(outcomes.map(outcomeRow))

/** Settles orders. Orders that are already final are skipped: another process settled them by the same rule. */
export async function settleOrders(
  db: Queryable<'settlement'>,
  outcomes: readonly Outcome[],
): Promise<OutboxEvent[]> {
  const rows = await db.query<EventRow>('select * from settle_orders($1)', [outcomesJson(outcomes)])
  return rows.map(eventOf)
}

/** An open or live order. Orders of one user have the same owner, which names no user. */
export interface AliveOrder {
  id: string
  owner: bigint
}

/** All open or live orders, except frozen ones. */
export const aliveOrders = (db: Queryable): Promise<AliveOrder[]> =>
  db.query<AliveOrder>('select id::text, owner from waiting_orders() order by expires_at, id')

/** Loads those of the orders that are still open or live. */
export async function loadWaiting(db: Queryable, ids: readonly string[]): Promise<Waiting[]> {
  const rows = await db.query<OrderRow>(
    `select ${ORDER_COLUMNS} from ${ORDER_TABLES}
      where o.id = any ($1::bigint[]) and o.status in ('open', 'live')`,
    [ids],
  )
  return rows.map((row) => ({ productId: row.product_id, order: orderOfRow(row), voidEntry: null }))
}
