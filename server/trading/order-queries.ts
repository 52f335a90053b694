/** Queries of orders: lists by keyset, and one order with the ticks that decided it. */
import type { z } from 'zod'
import type { listOrders as listOrdersRow } from '#contract/endpoints/trading.ts'
import type { Order, orderDetail } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'
import { timeMs } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { MAX_SPOT_AGE_MS } from '#rules/spot.ts'
import type { Market } from '#server/market/market.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import { type OrderRow, orderOfRow } from '#server/trading/order-row.ts'
import { recordsAround, trimmed } from '#server/trading/records-around.ts'
import { selectOrder, selectOrders, selectTransfers } from '#server/trading/trading-store.ts'

/** An order with its evidence. */
export type OrderDetail = z.output<typeof orderDetail>
type Evidence = OrderDetail['evidence']

/** Where records of the past come from. */
type PastRecords = Pick<Market, 'recordsSpanning'>

/** The query of a list of orders. */
export type Page = z.output<typeof listOrdersRow.query>

/** A time after every moment that a query may name, in ms. */
const EVER_MS = 8_640_000_000_001

/** Lists a user's orders, newest first. */
export async function listOrders(
  db: Database,
  userId: bigint,
  { status, outcome, symbol, from, to, before, limit }: Page,
): Promise<{ orders: Order[]; next: OrderId | null }> {
  const rows = await selectOrders(db, userId, {
    status,
    outcome: outcome ?? null,
    symbol: symbol ?? null,
    from: from ?? 0,
    to: to ?? EVER_MS,
    before: before === undefined ? null : BigInt(before),
    limit: limit + 1,
  })
  const orders = rows.slice(0, limit).map(orderOfRow)
  return { orders, next: rows.length > limit ? (orders.at(-1)?.id ?? null) : null }
}

/** The records that decide the order's entry. rules/spot.ts says how far such a slice must reach. */
async function entryRecords(market: PastRecords, row: OrderRow): Promise<TickRecord[]> {
  const t0 = Number(row.starts_at ?? row.accepted_at)
  const records = await recordsAround(market, row.product_id, {
    fromMs: t0,
    toMs: t0 + MAX_SPOT_AGE_MS,
  })
  const decisive = records.findIndex(({ kind, timeMs: at }) => kind === 'tick' && at > t0)
  // Up to one record after the entry, or the whole 3 s if there is no entry.
  const end = decisive < 0 ? records.length : decisive + 2
  return trimmed(records.slice(0, end), t0)
}

async function exitRecords(market: PastRecords, row: OrderRow): Promise<TickRecord[]> {
  if (row.settled_at === null) return []
  const expiry = Number(row.expires_at)
  // Back to the tick before the exit, because readers compare the exit with it.
  const from = Number(row.exit_time ?? expiry)
  const span = { fromMs: from, toMs: expiry }
  return trimmed(await recordsAround(market, row.product_id, span), from)
}

/** The records that decided an order, as the API shows them. */
export async function evidenceOf(
  { db, market }: { db: Database; market: PastRecords },
  userId: bigint,
  row: OrderRow,
): Promise<Evidence> {
  const [entries, exits, transfers] = await Promise.all([
    row.status === 'open' ? [] : entryRecords(market, row),
    exitRecords(market, row),
    selectTransfers(db, userId, row.id),
  ])
  return {
    entryRecords: entries,
    exitRecords: exits,
    transfers: transfers.map((transfer) => ({
      id: transfer.id.toString(),
      kind: transfer.kind,
      amount: transfer.amount,
      at: timeMs.parse(Number(transfer.at_ms)),
    })),
  }
}

/** Finds one order with its evidence. Another user's order is `not_found`, like one that does not exist. */
export async function orderWithEvidence(
  parts: { db: Database; market: PastRecords },
  userId: bigint,
  id: OrderId,
): Promise<OrderDetail> {
  const row = await selectOrder(parts.db, userId, { id: BigInt(id) })
  if (row === undefined) throw new Rejected('not_found')
  return {
    order: orderOfRow(row),
    receipt: {
      text: row.receipt_text,
      signature: row.receipt_signature,
      keyId: row.receipt_key_id,
    },
    evidence: await evidenceOf(parts, userId, row),
  }
}
