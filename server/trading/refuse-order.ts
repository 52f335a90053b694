/** What becomes of an order that does not count: it is refused for ever under its key, or undone as too late. */
import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { placeOrder } from '#contract/endpoints/trading.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { timeMs } from '#contract/scalars.ts'
import { selectAnswer } from '#server/ledger/ledger-store.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import type { Signer } from '#server/platform/signer.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { type Refused, storeRefusal, undoLate } from '#server/trading/refusals.ts'
import type { NewOrder } from '#server/trading/trading-store.ts'

/** The body of the request to place an order. */
export type OrderBody = z.output<typeof placeOrder.body>
/** A request to place an order. */
export interface PlaceRequest extends CommandKey {
  body: OrderBody
}

/** What refusing orders needs. */
export interface RefuseParts {
  db: Database
  /** Undoes orders that were stored too late. */
  settlement: Database<'settlement'>
  hub: SocketHub
  market: Market
  clock: MarketClock
  signer: Signer
}

/** The answer stored under the key, whatever the state of the market is now. Null if there is none. */
export async function storedAnswer(
  parts: RefuseParts,
  request: PlaceRequest,
): Promise<string | null> {
  const stored = await selectAnswer(parts.db, request)
  if (stored === undefined) return null
  if (!timingSafeEqual(stored.bodyHash, request.bodyHash)) throw new Rejected('key_reused')
  return stored.answer
}

/** What counts for an order that was refused: when it would have started, and the text that said so. */
export interface Asked {
  startsAt: number
  text: string
}

/** The refusal as it is stored. Undefined where nothing could have been bought under these terms. */
function refusedOf(
  { market, clock }: RefuseParts,
  { userId, key, body }: PlaceRequest,
  { startsAt, text: intent }: Asked,
  { code: reason, params }: Rejected,
): Refused | undefined {
  const product = market.product(body.symbol)
  const terms = product?.terms.durations.find(({ durationMs }) => durationMs === body.durationMs)
  const head = product && market.head(product.id)
  if (product === undefined || terms === undefined || head === undefined) return undefined
  const { direction, stake, durationMs } = body
  return {
    userId,
    key,
    productId: product.id,
    order: { direction, stake, durationMs, payoutRate: terms.payoutRate },
    refusal: { intent, startsAt, refusedAt: clock.now(), reason, head },
    params,
  }
}

/** What a server could say of a signed order that it kept back, and no one else can check. It signs that it said so. */
const UNPROVABLE: readonly ErrorCode[] = ['too_late', 'clock_ahead', 'price_stale']
/** These say nothing about the order: it is refused by its request, or the server cannot answer at all. */
const UNDECIDED: readonly ErrorCode[] = ['key_reused', 'money_writes_halted', 'unavailable']

/** Whether an order that was not taken in yet is refused with a signature. */
export const isUnprovable = (cause: unknown): cause is Rejected =>
  cause instanceof Rejected && UNPROVABLE.includes(cause.code)
/** Whether the ledger refused the order itself. */
export const isDecided = (cause: unknown): cause is Rejected =>
  cause instanceof Rejected && !UNDECIDED.includes(cause.code)

/** Refuses an order for ever, or answers what is stored under its key, if it was bought meanwhile. */
export async function refuse(
  parts: RefuseParts,
  request: PlaceRequest,
  asked: Asked,
  cause: Rejected,
): Promise<string> {
  const refused = refusedOf(parts, request, asked, cause)
  if (refused === undefined) throw cause
  const refusal = await storeRefusal(parts.db, refused, parts.signer)
  if (refusal !== undefined) throw refusal
  const stored = await storedAnswer(parts, request)
  if (stored === null) throw new Error('an order is bought and has no answer')
  return stored
}

/**
 * Undoes an order whose commit ended after its start, and throws `order_undone`. Returns if that ended so late that the
 * order counts.
 */
export async function undo(
  parts: RefuseParts,
  request: PlaceRequest,
  made: NewOrder,
  asked: Asked,
): Promise<void> {
  const refused = refusedOf(parts, request, asked, new Rejected('too_late'))
  if (refused === undefined) throw new Error('the product of a stored order is gone')
  const order: Order = {
    ...made.order,
    status: 'void',
    voidReason: 'too_late',
    settledAt: timeMs.parse(refused.refusal.refusedAt),
    profitAndLoss: 0n,
  }
  const { events, refusal } = await undoLate(parts.settlement, order, refused, parts.signer)
  if (events.length === 0) return
  parts.hub.deliver(events)
  throw new Rejected('order_undone', {}, [], refusal)
}
