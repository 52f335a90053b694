/**
 * Accepts orders: checks the market, signs the receipt, calls one SQL function, and then notifies the schedule and the
 * socket.
 */
import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { placeOrder } from '#contract/endpoints/trading.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { type Order, type orderQuote, order as orderSchema } from '#contract/order.ts'
import type { Product, ProductTerms } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import { type OrderSignature, SEEN_AGE_MAX_MS } from '#contract/signed-order.ts'
import { quoteTerms } from '#rules/payout.ts'
import { type ChainHead, receiptText } from '#rules/receipt.ts'
import { RULE_VERSION } from '#rules/settle.ts'
import { intentText, isLeadOffered } from '#rules/signed-order.ts'
import { selectAnswer } from '#server/ledger/ledger-store.ts'
import { sha256 } from '#server/market/product-log.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import type { Signer } from '#server/platform/signer.ts'
import type { DeviceKeys } from '#server/trading/device-keys.ts'
import { checkMarket, checkTerms, type Intent } from '#server/trading/order-checks.ts'
import type { StoreOrder } from '#server/trading/order-batches.ts'
import type { OrderIds } from '#server/trading/order-ids.ts'
import { orderJson } from '#server/trading/order-row.ts'
import { type Refused, storeRefusal, undoLate } from '#server/trading/refusals.ts'
import type { NewOrder, Placed } from '#server/trading/trading-store.ts'

/** The body of the request to place an order. */
export type OrderBody = z.output<typeof placeOrder.body>
/** What an order would cost and pay. */
export type Quote = z.output<typeof orderQuote>

/** What accepting orders needs. */
export interface PlaceParts {
  db: Database
  /** Undoes orders that were stored too late. */
  settlement: Database<'settlement'>
  hub: SocketHub
  market: Market
  clock: MarketClock
  signer: Signer
  ids: OrderIds
  store: StoreOrder
  devices: DeviceKeys
  /** Called once per order, after its commit. */
  onPlaced: (placed: NewOrder) => void
}
/** A request to place an order. */
export interface PlaceRequest extends CommandKey {
  body: OrderBody
}

/** The terms and amounts of an order. The market may be closed. */
export function quoteOrder(market: Market, intent: Intent & { symbol: string }): Quote {
  const product = market.product(intent.symbol)
  const duration = checkTerms(product, intent)
  return {
    ...quoteTerms(intent.stake, duration.payoutRate),
    payoutRate: duration.payoutRate,
    termsId: product?.terms.termsId ?? '',
    ruleVersion: RULE_VERSION,
    tieRule: 'stake_returns',
    source: market.source,
  }
}

interface Accepted {
  product: Product
  duration: ProductTerms['durations'][number]
  acceptedAt: number
  /** When the order starts: as the device fixed it, otherwise the acceptance. */
  startsAt: number
  head: ChainHead
}
/** What the device signed, after its signature was verified. */
type Signed = OrderSignature & { text: string }

/** Verifies the signature of the device. Null if the order has none. */
async function verified(
  { devices }: PlaceParts,
  { userId, key, body }: PlaceRequest,
): Promise<Signed | null> {
  const { signed, ...intent } = body
  if (signed === undefined) return null
  const text = intentText({ ...intent, ...signed, key })
  const { deviceKeyId: keyId, signature } = signed
  await devices.verify(userId, { keyId, text, signature })
  return { ...signed, text }
}

/** Checks the moment that a device fixed against the market's time. `leadMs` is the least time until the start. */
function checkMoment(signed: Signed, now: number, leadMs: number): void {
  if (!isLeadOffered(signed)) {
    throw new Rejected('validation_failed', {}, [{ path: 'signed.startsAt', code: 'format' }])
  }
  if (now >= signed.startsAt || now + leadMs > signed.startsAt) throw new Rejected('too_late')
  if (signed.tappedAt > now + signed.uncertaintyMs) throw new Rejected('clock_ahead')
}

/** The head that the device saw must be in the log, and must have been fresh at the tap. */
async function checkSeen({ market }: PlaceParts, productId: number, signed: Signed): Promise<void> {
  const { head, tappedAt, uncertaintyMs } = signed
  const [seen, next] = await market.recordsAfter(productId, head.seq - 1, 2)
  if (seen === undefined || seen.hash !== head.hash) throw new Rejected('price_stale')
  const oldest = tappedAt - SEEN_AGE_MAX_MS - uncertaintyMs
  if ((next ?? seen).timeMs < oldest) throw new Rejected('price_stale')
}

/** Accepts an order at this moment. The terms are final unless it throws `Rejected`. */
function accept({ market, clock }: PlaceParts, body: OrderBody, signed: Signed | null): Accepted {
  const product = market.product(body.symbol)
  const duration = checkTerms(product, body, body.termsId)
  if (product === undefined) throw new Rejected('product_unknown')
  const acceptedAt = clock.now()
  const { index } = product.terms
  if (signed !== null) checkMoment(signed, acceptedAt, index?.leadMs ?? 0)
  // Without a signature the order would start now, and a faster venue would tell its direction.
  else if (index !== undefined) throw new Rejected('device_unknown')
  const startsAt = signed?.startsAt ?? acceptedAt
  const head = market.head(product.id)
  const state = {
    session: product.session,
    lastTickAt: market.lastTick(product.id)?.timeMs,
    headAt: head?.timeMs,
  }
  checkMarket(state, acceptedAt, startsAt + body.durationMs)
  if (head === undefined) throw new Rejected('price_stale')
  return { product, duration, acceptedAt, startsAt, head }
}

function newOrder(parts: PlaceParts, body: OrderBody, id: bigint, accepted: Accepted): Order {
  const { duration, acceptedAt, startsAt } = accepted
  const { startsAt: start, acceptedAt: moment, expiresAt } = orderSchema.shape
  const { payout } = quoteTerms(body.stake, duration.payoutRate)
  return {
    id: orderSchema.shape.id.parse(id.toString()),
    symbol: body.symbol,
    direction: body.direction,
    stake: body.stake,
    payoutRate: duration.payoutRate,
    payout,
    durationMs: body.durationMs,
    acceptedAt: moment.parse(acceptedAt),
    ...(body.signed !== undefined && { startsAt: start.def.innerType.parse(startsAt) }),
    expiresAt: expiresAt.parse(startsAt + body.durationMs),
    termsId: body.termsId,
    ruleVersion: RULE_VERSION,
    source: parts.market.source,
    status: 'open',
    entry: null,
    exit: null,
    settledAt: null,
    voidReason: null,
    profitAndLoss: null,
  }
}

/** The answer stored under the key, whatever the state of the market is now. Null if there is none. */
async function storedAnswer(parts: PlaceParts, request: PlaceRequest): Promise<string | null> {
  const stored = await selectAnswer(parts.db, request)
  if (stored === undefined) return null
  if (!timingSafeEqual(stored.bodyHash, request.bodyHash)) throw new Rejected('key_reused')
  return stored.answer
}

function assemble(
  parts: PlaceParts,
  request: PlaceRequest,
  id: bigint,
  { accepted, signed }: { accepted: Accepted; signed: Signed | null },
): NewOrder {
  const order = newOrder(parts, request.body, id, accepted)
  const { product, head } = accepted
  const mark = signed && { intent: sha256(signed.text), deviceKeyId: signed.deviceKeyId }
  const text = receiptText(order, head, mark)
  const receipt = { text, signature: parts.signer.sign(text), keyId: parts.signer.keyId }
  const event = orderJson(order)
  return {
    ...request,
    productId: product.id,
    order,
    device: signed && {
      keyId: signed.deviceKeyId,
      text: signed.text,
      signature: signed.signature,
    },
    receipt,
    event,
    reply: `{"order":${event},"receipt":${JSON.stringify(receipt)}}`,
    maxOpenPositions: product.terms.maxOpenPositions,
    maxOpenStake: product.terms.maxOpenStake,
  }
}

/** The refusal of a signed order as it is stored. Undefined where nothing could have been bought under these terms. */
function refusedOf(
  { market, clock }: PlaceParts,
  { userId, key, body }: PlaceRequest,
  signed: Signed,
  reason: ErrorCode,
): Refused | undefined {
  const product = market.product(body.symbol)
  const terms = product?.terms.durations.find(({ durationMs }) => durationMs === body.durationMs)
  const head = product && market.head(product.id)
  if (product === undefined || terms === undefined || head === undefined) return undefined
  const { direction, stake, durationMs } = body
  const { text: intent, startsAt } = signed
  return {
    userId,
    key,
    productId: product.id,
    order: { direction, stake, durationMs, payoutRate: terms.payoutRate },
    refusal: { intent, startsAt, refusedAt: clock.now(), reason, head },
  }
}

/** The refusals that say something about an order. Others are about the request, or the server cannot answer at all. */
const UNSIGNED: readonly ErrorCode[] = ['validation_failed', 'key_reused', 'money_writes_halted']

/** Signs and stores the refusal of a signed order, and returns what to throw. */
async function refuse(
  parts: PlaceParts,
  request: PlaceRequest,
  signed: Signed | null,
  cause: unknown,
): Promise<unknown> {
  if (signed === null || !(cause instanceof Rejected) || UNSIGNED.includes(cause.code)) return cause
  const refused = refusedOf(parts, request, signed, cause.code)
  if (refused === undefined) return cause
  const refusal = await storeRefusal(parts.db, refused, parts.signer)
  return new Rejected(cause.code, cause.params, cause.issues, refusal)
}

/** Undoes an order whose commit ended after its start, and throws `too_late`. */
async function undo(
  parts: PlaceParts,
  request: PlaceRequest,
  made: NewOrder,
  signed: Signed,
): Promise<never> {
  const refused = refusedOf(parts, request, signed, 'too_late')
  if (refused === undefined) throw new Error('the product of a stored order is gone')
  const order: Order = {
    ...made.order,
    status: 'void',
    voidReason: 'too_late',
    settledAt: timeMs.parse(refused.refusal.refusedAt),
    profitAndLoss: 0n,
  }
  const { events, refusal } = await undoLate(parts.settlement, order, refused, parts.signer)
  parts.hub.deliver(events)
  throw new Rejected('too_late', {}, [], refusal)
}

/** Places an order and returns the reply's JSON. The same key and body always get the same bytes. Throws `Rejected`. */
export async function place(parts: PlaceParts, request: PlaceRequest): Promise<string> {
  const id = await parts.ids.next()
  let signed: Signed | null = null
  let made: NewOrder
  try {
    signed = await verified(parts, request)
    const accepted = accept(parts, request.body, signed)
    if (signed !== null) await checkSeen(parts, accepted.product.id, signed)
    made = assemble(parts, request, id, { accepted, signed })
  } catch (cause) {
    const stored = await storedAnswer(parts, request)
    if (stored !== null) return stored
    throw await refuse(parts, request, signed, cause)
  }
  let placed: Placed
  try {
    placed = await parts.store(made)
  } catch (cause) {
    throw await refuse(parts, request, signed, cause)
  }
  if (placed.replayed !== null) return placed.replayed
  parts.hub.deliver(placed.events)
  // The device fixed the start, so an acceptance that is durable only after it does not count.
  if (signed !== null && parts.clock.now() >= signed.startsAt) {
    return undo(parts, request, made, signed)
  }
  parts.onPlaced(made)
  return made.reply
}
