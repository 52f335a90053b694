/**
 * Accepts orders: checks the market, signs the receipt, calls one SQL function, waits for the record of the price log
 * that holds the order, and then notifies the schedule and the socket.
 */
import type { z } from 'zod'
import { type Order, type orderQuote, order as orderSchema } from '#contract/order.ts'
import type { Product, ProductTerms } from '#contract/product.ts'
import { type OrderSignature, SEEN_AGE_MAX_MS, UNSIGNED_LEAD_MS } from '#contract/signed-order.ts'
import { quoteTerms } from '#rules/payout.ts'
import { type ChainHead, receiptText } from '#rules/receipt.ts'
import { RULE_VERSION } from '#rules/settle.ts'
import { holdDeadline, intentText, isLeadOffered, startOf } from '#rules/signed-order.ts'
import { sha256 } from '#server/market/product-log.ts'
import type { Market } from '#server/market/market.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { DeviceKeys } from '#server/trading/device-keys.ts'
import { checkMarket, checkTerms, type Intent } from '#server/trading/order-checks.ts'
import type { StoreOrder } from '#server/trading/order-batches.ts'
import type { OrderIds } from '#server/trading/order-ids.ts'
import { orderJson } from '#server/trading/order-row.ts'
import {
  isDecided,
  isUnprovable,
  type OrderBody,
  type PlaceRequest,
  type RefuseParts,
  refuse,
  storedAnswer,
} from '#server/trading/refuse-order.ts'
import { newSalt, seal, selectUnsealed } from '#server/trading/seal-order.ts'
import type { NewOrder, Placed } from '#server/trading/trading-store.ts'

/** What an order would cost and pay. */
export type Quote = z.output<typeof orderQuote>

/** What accepting orders needs. */
export interface PlaceParts extends RefuseParts {
  ids: OrderIds
  store: StoreOrder
  devices: DeviceKeys
  /** Called once per order, after its commit. */
  onPlaced: (placed: NewOrder) => void
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
    source: product?.source ?? market.source,
  }
}

/** What a live or a dealer's price is made of. Undefined for all other prices. */
const madeOf = ({ terms }: Product) => terms.index ?? terms.dealer
/** The least time from acceptance to start by the terms. */
const leadOf = (product: Product): number => madeOf(product)?.leadMs ?? 0

interface Accepted {
  product: Product
  duration: ProductTerms['durations'][number]
  acceptedAt: number
  /** When the order starts: as the device fixed it, otherwise a little later than its acceptance. */
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
  if (now > holdDeadline(signed.startsAt, leadMs)) throw new Rejected('too_late')
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
  if (signed !== null) checkMoment(signed, acceptedAt, leadOf(product))
  // Without a signature the device does not say what it had seen, and a faster source would tell the direction.
  else if (madeOf(product) !== undefined) throw new Rejected('device_unknown')
  const startsAt = signed?.startsAt ?? acceptedAt + UNSIGNED_LEAD_MS
  const head = market.head(product.id)
  const state = {
    session: product.session,
    lastTickAt: market.lastTick(product.id)?.timeMs,
    headAt: head?.timeMs,
    isHalted: head?.kind === 'halt',
  }
  checkMarket(state, acceptedAt, startsAt + body.durationMs)
  if (head === undefined) throw new Rejected('price_stale')
  return { product, duration, acceptedAt, startsAt, head }
}

function newOrder(body: OrderBody, id: bigint, accepted: Accepted): Order {
  const { product, duration, acceptedAt, startsAt } = accepted
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
    startsAt: start.def.innerType.parse(startsAt),
    expiresAt: expiresAt.parse(startsAt + body.durationMs),
    termsId: body.termsId,
    ruleVersion: RULE_VERSION,
    source: product.source,
    status: 'open',
    entry: null,
    exit: null,
    settledAt: null,
    voidReason: null,
    profitAndLoss: null,
  }
}

function assemble(
  parts: PlaceParts,
  request: PlaceRequest,
  id: bigint,
  { accepted, signed }: { accepted: Accepted; signed: Signed | null },
): NewOrder {
  const order = newOrder(request.body, id, accepted)
  const { product, head } = accepted
  const mark = signed && { intent: sha256(signed.text), deviceKeyId: signed.deviceKeyId }
  const text = receiptText(order, head, mark)
  const receipt = { text, signature: parts.signer.sign(text), keyId: parts.signer.keyId }
  const event = orderJson(order)
  return {
    ...request,
    productId: product.id,
    order,
    holdDeadline: holdDeadline(startOf(order), leadOf(product)),
    device: signed && {
      keyId: signed.deviceKeyId,
      text: signed.text,
      signature: signed.signature,
    },
    receipt,
    salt: newSalt(),
    event,
    reply: `{"order":${event},"receipt":${JSON.stringify(receipt)}}`,
    maxOpenPositions: product.terms.maxOpenPositions,
    maxOpenStake: product.terms.maxOpenStake,
  }
}

/** The answer that counts for a key; null if there is none. An order that no record holds yet is sealed first. */
async function answerOf(parts: PlaceParts, request: PlaceRequest): Promise<string | null> {
  const unsealed = await selectUnsealed(parts.db, request)
  if (unsealed !== undefined) await seal(parts, unsealed)
  return storedAnswer(parts, request)
}

/** Stores an order and returns its reply. From here on its key has one fate: bought, or refused for ever. */
async function store(parts: PlaceParts, request: PlaceRequest, made: NewOrder): Promise<string> {
  const { productId, order, receipt, device, salt } = made
  const asked = { startsAt: startOf(order), text: (device ?? receipt).text }
  let placed: Placed
  try {
    placed = await parts.store(made)
  } catch (cause) {
    if (!isDecided(cause)) throw cause
    return refuse(parts, request, asked, cause)
  }
  if (placed.replayed !== null) return (await answerOf(parts, request)) ?? placed.replayed
  const { userId, key } = request
  const intent = device?.text ?? null
  const stored = { order, holdDeadline: made.holdDeadline, salt, receipt: receipt.text, intent }
  await seal(parts, { userId, key, productId, ...stored })
  parts.hub.deliver(placed.events)
  parts.onPlaced(made)
  return made.reply
}

/**
 * Places an order and returns the reply's JSON. The same key and body always get the same bytes. Throws `Rejected`.
 * What is refused before it is to be stored was never taken in: its key may be used again. A repeated request waits for
 * the one before it (`PendingKeys`). No one is answered a purchase that may still be undone.
 */
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
    const stored = await answerOf(parts, request)
    if (stored !== null) return stored
    if (signed === null || !isUnprovable(cause)) throw cause
    return refuse(parts, request, signed, cause)
  }
  return store(parts, request, made)
}
