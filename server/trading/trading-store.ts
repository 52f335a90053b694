/** The SQL that places orders and queries them. */
import type { Order } from '#contract/order.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'
import { ORDER_COLUMNS, ORDER_TABLES, type OrderRow } from '#server/trading/order-row.ts'

/** Takes order ids from the database's sequence. */
export async function takeOrderIds(db: Queryable, count: number): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    "select nextval('orders_id_seq') as id from generate_series(1, $1::int)",
    [count],
  )
  return rows.map(({ id }) => id)
}

/** An accepted order to insert. */
export interface NewOrder {
  userId: bigint
  key: string
  bodyHash: Buffer
  productId: number
  order: Order
  /** The latest time of the record that may hold it (rules/signed-order.ts). */
  holdDeadline: number
  /** What the device signed; null if none did. */
  device: { keyId: string; text: string; signature: string } | null
  receipt: { text: string; signature: string; keyId: string }
  /** Hides the receipt in its leaf of the price log (seal-order.ts). */
  salt: string
  /** The answer as JSON, stored under the key. */
  reply: string
  /** The position event as JSON. */
  event: string
  maxOpenPositions: number
  maxOpenStake: bigint
}
/** The result of an insert. */
export interface Placed {
  /** The stored answer if the key was used before, in which case nothing was inserted. Otherwise null. */
  replayed: string | null
  events: OutboxEvent[]
}

/** The order's row. Encodes bigint as text, which `jsonb_populate_record` reads exactly. */
export function rowOf(placed: NewOrder): object {
  const { order, receipt, device } = placed
  return {
    id: order.id,
    user_id: placed.userId.toString(),
    product_id: placed.productId,
    direction: order.direction,
    stake: order.stake.toString(),
    payout_rate: order.payoutRate,
    payout: order.payout.toString(),
    duration_ms: order.durationMs,
    accepted_at: order.acceptedAt,
    expires_at: order.expiresAt,
    starts_at: order.startsAt,
    ...(device !== null && {
      device_key_id: device.keyId,
      intent_text: device.text,
      intent_signature: device.signature,
    }),
    terms_id: order.termsId,
    rule_version: order.ruleVersion,
    source: order.source,
    intent_key: placed.key,
    receipt_text: receipt.text,
    receipt_signature: receipt.signature,
    receipt_key_id: receipt.keyId,
    salt: placed.salt,
  }
}

/** An order is shown once it counts (server/sql/functions/trading.sql), or was undone. */
const COUNTS = "(o.status <> 'open' or is_sealed(o))"

interface PlacedRow {
  replayed: string | null
  user_id: bigint
  topic: OutboxEvent['topic']
  seq: bigint
  payload: string
}
/** The statement that places an order. */
export const PLACE_ORDER_SQL = 'select * from place_order($1, $2, $3, $4, $5, $6)'

/** The parameters of PLACE_ORDER_SQL. */
export const placeOrderValues = (order: NewOrder): unknown[] => [
  JSON.stringify(rowOf(order)),
  order.bodyHash,
  order.reply,
  order.event,
  order.maxOpenPositions,
  order.maxOpenStake,
]

/** Inserts an order in one round trip and one transaction. Throws `Rejected` for refusals of the ledger. */
export async function insertOrder(db: Queryable, order: NewOrder): Promise<Placed> {
  try {
    const rows = await db.query<PlacedRow>(PLACE_ORDER_SQL, placeOrderValues(order))
    const replayed = rows[0]?.replayed ?? null
    return { replayed, events: replayed === null ? rows.map(eventOf) : [] }
  } catch (error) {
    throw rejectedFrom(error) ?? error
  }
}

/** A row of the outbox. */
export interface EventRow {
  user_id: bigint
  topic: OutboxEvent['topic']
  seq: bigint
  payload: string
}
/** The event of an outbox row. */
export const eventOf = ({ user_id, topic, seq, payload }: EventRow): OutboxEvent => ({
  userId: user_id,
  topic,
  seq,
  payload,
})

/** Literal SQL, so that the planner can use the partial indexes. `?` is the column. */
const STATUSES = {
  open: "? in ('open', 'live')",
  settled: "? in ('won', 'lost', 'draw', 'void')",
  all: '? is not null',
  won: "? = 'won'",
  lost: "? = 'lost'",
  draw: "? = 'draw' and ? in ('draw', 'void')",
  void: "? = 'void' and ? in ('draw', 'void')",
} as const
/** The filter of a list of orders. */
type StatusFilter = 'open' | 'settled' | 'all'
type Outcome = 'won' | 'lost' | 'draw' | 'void'
/** A page of a user's orders. */
export interface OrdersPage {
  status: StatusFilter
  outcome: Outcome | null
  symbol: string | null
  /** Accepted at or after this moment, in ms. For lists of settled orders: settled. */
  from: number
  /** Accepted (or settled) before this moment, in ms. */
  to: number
  /** Only orders before this order of the user. Null if the page starts with the newest. */
  before: bigint | null
  limit: number
}

/** The largest bigint of PostgreSQL. Ids have up to 19 digits on the wire, so a larger one matches no row. */
const MAX_ID = 2n ** 63n - 1n
const withinInt8 = (id: bigint): bigint => (id > MAX_ID ? MAX_ID : id)

/** The sort key of lists, for which indexes exist: settled orders by settlement time, others by acceptance time. */
const SORTED = {
  accepted: {
    table: 'orders',
    at: 'accepted_at',
    columns: { user: 'o.user_id', product: 'o.product_id', status: 'o.status' },
    idColumn: 'id',
    key: { at: 'o.accepted_at', id: 'o.id' },
  },
  settled: {
    table: 'settlements',
    at: 'settled_at',
    columns: { user: 's.user_id', product: 's.product_id', status: 's.outcome' },
    idColumn: 'order_id',
    key: { at: 's.settled_at', id: 's.order_id' },
  },
} as const
const sortOf = ({ status }: OrdersPage) => SORTED[status === 'settled' ? 'settled' : 'accepted']

/** Combines two bounds of (moment, id) into one, so that the index scan starts at the page. */
async function boundOf(
  db: Queryable,
  userId: bigint,
  page: OrdersPage,
): Promise<{ at: bigint; id: bigint }> {
  const { to, before } = page
  const end = { at: BigInt(to), id: 0n }
  if (before === null) return end
  const { table, at, idColumn } = sortOf(page)
  const [cursor] = await db.query<{ at: bigint; id: bigint }>(
    `select ${at} as at, ${idColumn} as id from ${table} where ${idColumn} = $1 and user_id = $2`,
    [withinInt8(before), userId],
  )
  return cursor !== undefined && cursor.at < end.at ? cursor : end
}

/** Lists a user's orders, newest first. */
export async function selectOrders(
  db: Queryable,
  userId: bigint,
  page: OrdersPage,
): Promise<OrderRow[]> {
  const { status, outcome, symbol, from, limit } = page
  const bound = await boundOf(db, userId, page)
  const { columns, key } = sortOf(page)
  const ofProduct = `and ${columns.product} = (select id from products where symbol = $6)`
  const isStatus = (name: StatusFilter | Outcome): string =>
    `and ${STATUSES[name].replaceAll('?', columns.status)}`
  return db.query<OrderRow>(
    `select ${ORDER_COLUMNS} from ${ORDER_TABLES}
      where ${columns.user} = $1 and ${COUNTS} ${isStatus(status)} ${outcome === null ? '' : isStatus(outcome)}
        and ${key.at} >= $2 and (${key.at}, ${key.id}) < ($3, $4)
        ${symbol === null ? 'and $6::text is null' : ofProduct}
      order by ${key.at} desc, ${key.id} desc limit $5`,
    [userId, from, bound.at, bound.id, limit, symbol],
  )
}

/** An order's row with the data of its evidence. */
export interface OrderDetailRow extends OrderRow {
  receipt_text: string
  receipt_signature: string
  receipt_key_id: string
  /** The next four are null unless a device signed the purchase. */
  device_key_id: string | null
  intent_text: string | null
  intent_signature: string | null
  device_public_key: string | null
  device_seq: bigint | null
  /** The signed refusal of an order that was undone as too late. */
  refusal_text: string | null
  refusal_signature: string | null
  refusal_key_id: string | null
  /** The text of the terms. Null if the order is older than the storage of terms. */
  terms: string | null
}
/** Finds one order of a user. */
export async function selectOrder(
  db: Queryable,
  userId: bigint,
  by: { id: bigint } | { key: string },
): Promise<OrderDetailRow | undefined> {
  const [row] = await db.query<OrderDetailRow>(
    `select ${ORDER_COLUMNS}, o.receipt_text, o.receipt_signature, o.receipt_key_id,
        o.device_key_id, o.intent_text, o.intent_signature,
        k.public_key as device_public_key, k.seq as device_seq,
        r.refusal_text, r.refusal_signature, r.refusal_key_id,
        (select terms from product_terms t where t.terms_id = o.terms_id) as terms
      from ${ORDER_TABLES} left join device_keys k on k.key_id = o.device_key_id
        left join order_refusals r on r.user_id = o.user_id and r.intent_key = o.intent_key
          and o.starts_at is not null
      where o.user_id = $1 and ${COUNTS} and ${'id' in by ? 'o.id' : 'o.intent_key'} = $2`,
    [userId, 'id' in by ? withinInt8(by.id) : by.key],
  )
  return row
}

/** A transfer that an order posted. */
export interface TransferRow {
  id: bigint
  kind: string
  amount: bigint
  at_ms: bigint
}
/** The transfers of an order: the stake, what was returned to the user (0 if lost), and a compensation. */
export function selectTransfers(
  db: Queryable,
  userId: bigint,
  orderId: bigint,
): Promise<TransferRow[]> {
  return db.query<TransferRow>(
    `select t.id, t.kind, coalesce(abs(cash.amount), 0) as amount,
        (extract(epoch from t.at) * 1000)::bigint as at_ms
      from transfers t
      left join entries cash on cash.transfer_id = t.id and cash.account_id = user_account($1, 'cash')
      where t.user_id = $1 and (t.ref = $2 and t.kind in ('order_stake', 'order_settle')
        or t.kind = 'compensation' and t.ref in (select id::text from frozen
          where scope = 'order' and subject = $2::bigint))
      order by t.id`,
    [userId, orderId.toString()],
  )
}

/** Open and live orders with the outbox number that includes them, read in one snapshot. */
export function selectPositions(
  db: Database,
  userId: bigint,
): Promise<{ seq: bigint; rows: OrderRow[] }> {
  return db.snapshot(async (tx) => {
    const heads = await tx.query<{ seq: bigint }>(
      "select seq from outbox_heads where user_id = $1 and topic = 'positions'",
      [userId],
    )
    const rows = await tx.query<OrderRow>(
      `select ${ORDER_COLUMNS} from ${ORDER_TABLES}
        where o.user_id = $1 and o.status in ('open', 'live') and ${COUNTS} order by o.id desc`,
      [userId],
    )
    return { seq: heads[0]?.seq ?? 0n, rows }
  })
}
