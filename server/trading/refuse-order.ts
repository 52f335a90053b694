/** What becomes of an order that is not bought: it is refused for ever under its key. */
import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { placeOrder } from '#contract/endpoints/trading.ts'
import { type ErrorCode, MONEY_STOPPED } from '#contract/errors.ts'
import { selectAnswer } from '#server/ledger/ledger-store.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import type { Signer } from '#server/platform/signer.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { type Refused, storeRefusal } from '#server/trading/refusals.ts'

/** The body of the request to place an order. */
export type OrderBody = z.output<typeof placeOrder.body>
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

/** What of a request a refusal repeats. */
interface AskedOrder {
  userId: bigint
  key: string
  body: Pick<OrderBody, 'symbol' | 'direction' | 'stake' | 'durationMs'>
}

/** The refusal as it is stored. Undefined where nothing could have been bought under these terms. */
export function refusedOf(
  { market, clock }: RefuseParts,
  { userId, key, body }: AskedOrder,
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
const UNDECIDED: readonly ErrorCode[] = [
  'key_reused',
  'key_expired',
  ...MONEY_STOPPED,
  'unavailable',
]

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
