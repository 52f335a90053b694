/** Converts an order's table row to the contract's order, and that to JSON. */
import { z } from 'zod'
import { frozenState } from '#contract/frozen.ts'
import { type Order, order } from '#contract/order.ts'
import type { PriceSource } from '#contract/scalars.ts'
import { formatAmount } from '#rules/amounts.ts'
import { type FrozenJson, frozenColumn } from '#server/ledger/frozen-state.ts'

/** The columns of `ORDER_COLUMNS`: the order, its product's symbol, and its settlement or nulls. */
export interface OrderRow {
  id: bigint
  product_id: number
  symbol: string
  direction: 'up' | 'down'
  stake: bigint
  payout_rate: number
  payout: bigint
  duration_ms: bigint
  accepted_at: bigint
  /** Null in unsigned orders from before they had a start of their own. */
  starts_at: bigint | null
  expires_at: bigint
  terms_id: string
  rule_version: number
  source: PriceSource
  status: 'open' | 'live' | 'won' | 'lost' | 'draw' | 'void'
  entry_seq: bigint | null
  entry_time: bigint | null
  entry_price: bigint | null
  exit_seq: bigint | null
  exit_time: bigint | null
  exit_price: bigint | null
  settled_at: bigint | null
  void_reason: string | null
  profit_and_loss: bigint | null
  /** Null unless a check found a fault in the order. */
  frozen: FrozenJson | null
}

/** The columns of an order in a select. */
export const ORDER_COLUMNS = `o.id, o.product_id, p.symbol, o.direction, o.stake, o.payout_rate, o.payout,
  o.duration_ms, o.accepted_at, o.starts_at, o.expires_at, o.terms_id, o.rule_version, o.source, o.status,
  o.entry_seq, o.entry_time, o.entry_price, s.exit_seq, s.exit_time, s.exit_price,
  s.settled_at, s.void_reason, s.profit_and_loss, ${frozenColumn('order', 'o.id')} as frozen`
/** The tables of `ORDER_COLUMNS`. */
export const ORDER_TABLES = `orders o join products p on p.id = o.product_id
  left join settlements s on s.order_id = o.id`

const spotOf = (
  seq: bigint | null,
  time: bigint | null,
  price: bigint | null,
): { seq: number; timeMs: number; price: number } | null =>
  seq === null || time === null || price === null
    ? null
    : { seq: Number(seq), timeMs: Number(time), price: Number(price) }

/** Throws when the row does not match the contract's order. */
export function orderOfRow(row: OrderRow): Order {
  return order.parse({
    id: row.id.toString(),
    symbol: row.symbol,
    direction: row.direction,
    stake: formatAmount(row.stake),
    payoutRate: row.payout_rate,
    payout: formatAmount(row.payout),
    durationMs: Number(row.duration_ms),
    acceptedAt: Number(row.accepted_at),
    ...(row.starts_at !== null && { startsAt: Number(row.starts_at) }),
    expiresAt: Number(row.expires_at),
    termsId: row.terms_id,
    ruleVersion: row.rule_version,
    source: row.source,
    status: row.status,
    entry: spotOf(row.entry_seq, row.entry_time, row.entry_price),
    exit: spotOf(row.exit_seq, row.exit_time, row.exit_price),
    settledAt: row.settled_at === null ? null : Number(row.settled_at),
    voidReason: row.void_reason,
    profitAndLoss: row.profit_and_loss === null ? null : formatAmount(row.profit_and_loss),
    ...(row.frozen !== null && { frozen: row.frozen }),
  })
}

/** The order as it is sent. It is written by hand for speed, because a mass settlement encodes one per event. */
export function wireOrder(placed: Order): z.input<typeof order> {
  return {
    ...placed,
    stake: formatAmount(placed.stake),
    payout: formatAmount(placed.payout),
    profitAndLoss: placed.profitAndLoss === null ? null : formatAmount(placed.profitAndLoss),
    frozen: placed.frozen && z.encode(frozenState, placed.frozen),
  }
}
export const orderJson = (placed: Order): string => JSON.stringify(wireOrder(placed))
