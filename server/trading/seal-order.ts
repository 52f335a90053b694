/**
 * What makes a stored order count: a record of its product's log holds its acceptance by the deadline before its start.
 * Until then no one is answered, and an order that no record holds when the log has passed the deadline is undone.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Order } from '#contract/order.ts'
import { timeMs } from '#contract/scalars.ts'
import { commitmentOf } from '#rules/merkle-tree.ts'
import { startOf } from '#rules/signed-order.ts'
import { sha256 } from '#server/market/product-log.ts'
import { createWorker, type Worker } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/logging.ts'
import {
  ORDER_COLUMNS,
  ORDER_TABLES,
  type OrderRow,
  orderOfRow,
} from '#server/trading/order-row.ts'
import { type RefuseParts, refusedOf } from '#server/trading/refuse-order.ts'
import { storeRefusal, undoLate } from '#server/trading/refusals.ts'

const SALT_BYTES = 16
/** A salt for a leaf, which only the owner of the acceptance is told. */
export const newSalt = (): string => randomBytes(SALT_BYTES).toString('hex')

/** An order that is stored, and that a record of the log is to hold. */
export interface StoredOrder {
  userId: bigint
  key: string
  productId: number
  order: Order
  /** The latest time of the record (rules/signed-order.ts). */
  holdDeadline: number
  salt: string
  /** The text of its receipt. */
  receipt: string
  /** What its device signed; null if none did. */
  intent: string | null
}

/** A log in session has a record each second. Beyond this it is in an outage or a halt, and the answer has to wait. */
const UNDO_WAIT_MS = 5_000
const UNDO_STEP_MS = 50

/** Waits until no later record can hold an order. Throws `unavailable` if the stored log does not get there. */
async function passed({ db }: RefuseParts, { productId, holdDeadline }: StoredOrder) {
  const until = performance.now() + UNDO_WAIT_MS
  const asked = 'select 1 from (select newest_record_ms($1) as at) log where log.at > $2'
  while ((await db.query(asked, [productId, holdDeadline])).length === 0) {
    if (performance.now() > until) throw new Rejected('unavailable')
    await pause(UNDO_STEP_MS)
  }
}

/** Undoes an order whose deadline the log has passed, and throws `order_undone`. Returns if a record holds it. */
async function undo(parts: RefuseParts, stored: StoredOrder): Promise<void> {
  const { userId, key, order, intent, receipt } = stored
  const asked = { startsAt: startOf(order), text: intent ?? receipt }
  const request = { userId, key, body: order }
  const refused = refusedOf(parts, request, asked, new Rejected('too_late'))
  if (refused === undefined) throw new Error('the product of a stored order is gone')
  const settledAt = timeMs.parse(refused.refusal.refusedAt)
  const undone = { ...order, status: 'void', voidReason: 'too_late', settledAt } as const
  const late: Order = { ...undone, profitAndLoss: 0n }
  const { events, refusal } = await undoLate(parts.settlement, late, refused, parts.signer)
  parts.hub.deliver(events)
  if (events.length > 0) throw new Rejected('order_undone', {}, [], refusal)
  const before = await storeRefusal(parts.db, refused, parts.signer)
  if (before !== undefined) throw before
}

/** Resolves once a record of the log holds the order. Throws `order_undone` if none will, or `unavailable`. */
export async function seal(parts: RefuseParts, stored: StoredOrder): Promise<void> {
  const { productId, order, holdDeadline, salt, receipt } = stored
  const commitment = commitmentOf(salt, receipt, sha256)
  const isBefore = parts.clock.now() <= holdDeadline
  if (
    isBefore &&
    (await parts.market.holdOrder(productId, { id: order.id, holdDeadline, commitment }))
  ) {
    return
  }
  await passed(parts, stored)
  await undo(parts, stored)
}

interface UnsealedRow extends OrderRow {
  user_id: bigint
  intent_key: string
  intent_text: string | null
  receipt_text: string
  salt: string
  hold_deadline: number
}

const COLUMNS = `${ORDER_COLUMNS}, o.user_id, o.intent_key, o.intent_text, o.receipt_text, o.salt,
  hold_deadline(o)::float8 as hold_deadline`

const storedOf = (row: UnsealedRow): StoredOrder => ({
  userId: row.user_id,
  key: row.intent_key,
  productId: row.product_id,
  order: orderOfRow(row),
  holdDeadline: row.hold_deadline,
  salt: row.salt,
  receipt: row.receipt_text,
  intent: row.intent_text,
})

/** The order under a key, as long as no record holds it. */
export async function selectUnsealed(
  db: Database,
  { userId, key }: { userId: bigint; key: string },
): Promise<StoredOrder | undefined> {
  const [row] = await db.query<UnsealedRow>(
    `select ${COLUMNS} from ${ORDER_TABLES}
      where o.user_id = $1 and o.intent_key = $2 and o.status = 'open' and not is_sealed(o)`,
    [userId, key],
  )
  return row && storedOf(row)
}

const UNDO_EVERY_MS = 2_000

/** Undoes the orders that no record will ever hold, because the server stopped in between. */
async function undoUnsealed(parts: RefuseParts): Promise<void> {
  const rows = await parts.db.query<UnsealedRow>(
    `select ${COLUMNS} from ${ORDER_TABLES} where o.id in (select l.id from orders_too_late() l) order by o.id`,
  )
  for (const row of rows) {
    await undo(parts, storedOf(row)).catch((error: unknown) => {
      if (!(error instanceof Rejected)) throw error
    })
  }
}

/** Creates the worker that undoes such orders. */
export const createUndoing = (parts: RefuseParts & { log: Logger }): Worker =>
  createWorker(parts.clock, {
    periodMs: UNDO_EVERY_MS,
    work: () => undoUnsealed(parts),
    failed: (err) => parts.log.warn({ err }, 'orders that came too late were not undone'),
  })
