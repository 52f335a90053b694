/**
 * Orders that were taken in and refused. The server signs each refusal, and works out how the order would have ended,
 * so that refusing selectively would show.
 */
import type { ErrorCode } from '#contract/errors.ts'
import type { RefusedOrder } from '#contract/refused-order.ts'
import { refusedOrder } from '#contract/refused-order.ts'
import type { Order } from '#contract/order.ts'
import { formatAmount } from '#rules/amounts.ts'
import { profitOf } from '#rules/payout.ts'
import { settle } from '#rules/settle.ts'
import { type Refusal, refusalText } from '#rules/signed-order.ts'
import { sha256 } from '#server/market/product-log.ts'
import type { Market } from '#server/market/market.ts'
import { createWorker, type MarketClock, type Worker } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { beforeId } from '#server/platform/db/pages.ts'
import { Rejected, type RejectionParams } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import type { Signer } from '#server/platform/signer.ts'
import { recordsAround } from '#server/trading/records-around.ts'
import { outcomesJson } from '#server/trading/settlement-store.ts'
import { type EventRow, eventOf } from '#server/trading/trading-store.ts'

/** A refused order, before it is stored. */
export interface Refused {
  userId: bigint
  key: string
  productId: number
  order: Pick<Order, 'direction' | 'stake' | 'payoutRate' | 'durationMs'>
  refusal: Refusal
  params: RejectionParams
}

/** The signed refusal as it is sent. */
export type SignedRefusal = NonNullable<Rejected['refusal']>

interface Stored {
  reason: ErrorCode
  refusal_text: string
  refusal_signature: string
  refusal_key_id: string
}

const signedOf = (row: Stored): SignedRefusal => ({
  text: row.refusal_text,
  signature: row.refusal_signature,
  keyId: row.refusal_key_id,
})

function rowOf(
  { userId, key, productId, order, refusal, params }: Refused,
  signer: Signer,
): string {
  const text = refusalText(refusal, sha256)
  return JSON.stringify({
    user_id: userId.toString(),
    intent_key: key,
    product_id: productId,
    direction: order.direction,
    stake: order.stake.toString(),
    payout_rate: order.payoutRate,
    duration_ms: order.durationMs,
    starts_at: refusal.startsAt,
    expires_at: refusal.startsAt + order.durationMs,
    refused_at: refusal.refusedAt,
    reason: refusal.reason,
    params,
    intent_text: refusal.intent,
    refusal_text: text,
    refusal_signature: signer.sign(text),
    refusal_key_id: signer.keyId,
  })
}

/** Stores a refusal. Returns the one that counts for this key; undefined if the order was bought meanwhile. */
export async function storeRefusal(
  db: Database,
  refused: Refused,
  signer: Signer,
): Promise<Rejected | undefined> {
  const [row] = await db.query<Stored & { params: RejectionParams; is_undone: boolean }>(
    `select r.*, exists (select 1 from orders o
        where o.user_id = r.user_id and o.intent_key = r.intent_key) as is_undone
      from refuse_order($1) r`,
    [rowOf(refused, signer)],
  )
  if (row === undefined) return undefined
  const code = row.is_undone ? 'order_undone' : row.reason
  return new Rejected(code, row.params, [], signedOf(row))
}

/** Undoes an order whose commit ended too late. Returns the events of the returned stake; none if the order counts. */
export async function undoLate(
  db: Database<'settlement'>,
  order: Order,
  refused: Refused,
  signer: Signer,
): Promise<{ events: OutboxEvent[]; refusal: SignedRefusal }> {
  const row = rowOf(refused, signer)
  const outcome = outcomesJson([{ order, entrySeq: null }])
  const events = await db.query<EventRow>('select * from undo_late_order($1, $2)', [outcome, row])
  const stored: Stored = JSON.parse(row)
  return { events: events.map(eventOf), refusal: signedOf(stored) }
}

interface ListedRow extends Stored {
  id: bigint
  symbol: string
  direction: 'up' | 'down'
  stake: bigint
  duration_ms: number
  starts_at: number
  expires_at: number
  refused_at: number
  intent_text: string
  outcome: string | null
  profit_and_loss: bigint | null
}

/** A user's refused orders, newest first. */
export async function listRefused(
  db: Database,
  userId: bigint,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ refusals: RefusedOrder[]; next: RefusedOrder['id'] | null }> {
  const rows = await db.query<ListedRow>(
    `select r.id, p.symbol, r.direction, r.stake, r.duration_ms::float8 as duration_ms,
        r.starts_at::float8 as starts_at, r.expires_at::float8 as expires_at,
        r.refused_at::float8 as refused_at, r.reason, r.intent_text, r.refusal_text,
        r.refusal_signature, r.refusal_key_id, o.outcome, o.profit_and_loss
      from order_refusals r join products p on p.id = r.product_id
      left join refusal_outcomes o on o.refusal_id = r.id
      where r.user_id = $1 and r.id < $2 order by r.id desc limit $3`,
    [userId, beforeId(before), limit + 1],
  )
  const refusals = rows.slice(0, limit).map((row) =>
    refusedOrder.parse({
      id: row.id.toString(),
      symbol: row.symbol,
      direction: row.direction,
      stake: formatAmount(row.stake),
      durationMs: row.duration_ms,
      startsAt: row.starts_at,
      expiresAt: row.expires_at,
      refusedAt: row.refused_at,
      reason: row.reason,
      outcome: row.outcome,
      profitAndLoss: row.profit_and_loss === null ? null : formatAmount(row.profit_and_loss),
      intent: row.intent_text,
      refusal: signedOf(row),
    }),
  )
  return { refusals, next: rows.length > limit ? (refusals.at(-1)?.id ?? null) : null }
}

interface DueRow {
  id: bigint
  product_id: number
  direction: 'up' | 'down'
  stake: bigint
  payout_rate: number
  starts_at: number
  expires_at: number
}

const DECIDE_EVERY_MS = 10_000
const DECIDED_AT_ONCE = 200

/** What deciding refused orders needs. */
export interface RefusalParts {
  db: Database<'settlement'>
  market: Market
  clock: MarketClock
  log: Logger
}

/** Works out how refused orders would have ended, as far as the log decides it. Returns how many. */
async function decideRefused({ db, market, clock }: RefusalParts): Promise<number> {
  const due = await db.query<DueRow>(
    `select r.id, r.product_id, r.direction, r.stake, r.payout_rate,
        r.starts_at::float8 as starts_at, r.expires_at::float8 as expires_at
      from order_refusals r left join refusal_outcomes o on o.refusal_id = r.id
      where o.refusal_id is null and r.expires_at < $1 order by r.expires_at limit $2`,
    [clock.now(), DECIDED_AT_ONCE],
  )
  let decided = 0
  for (const row of due) {
    const span = { fromMs: row.starts_at, toMs: row.expires_at }
    const records = await recordsAround(market, row.product_id, span)
    const terms = { direction: row.direction, startsAt: row.starts_at, expiresAt: row.expires_at }
    const result = settle(records, terms)
    if (result === null) continue
    const gains = {
      won: profitOf(row.stake, row.payout_rate),
      lost: -row.stake,
      draw: 0n,
      void: 0n,
    }
    await db.query('select decide_refusal($1, $2, $3)', [
      row.id,
      result.outcome,
      gains[result.outcome],
    ])
    decided += 1
  }
  return decided
}

/** Creates the worker that decides refused orders. */
export const createDeciding = (parts: RefusalParts): Worker =>
  createWorker(parts.clock, {
    periodMs: DECIDE_EVERY_MS,
    work: () => decideRefused(parts),
    failed: (err) => parts.log.warn({ err }, 'refused orders were not decided'),
  })
