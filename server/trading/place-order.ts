/**
 * Accepts orders: checks the market, signs the receipt, calls one SQL function, and then notifies the schedule and the
 * socket.
 */
import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { placeOrder } from '#contract/endpoints/trading.ts'
import { type Order, type orderQuote, order as orderSchema } from '#contract/order.ts'
import type { Product, ProductTerms } from '#contract/product.ts'
import { quoteTerms } from '#rules/payout.ts'
import { type ChainHead, receiptText } from '#rules/receipt.ts'
import { RULE_VERSION } from '#rules/settle.ts'
import { selectAnswer } from '#server/ledger/ledger-store.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import type { Signer } from '#server/platform/signer.ts'
import { checkMarket, checkTerms, type Intent } from '#server/trading/order-checks.ts'
import type { OrderIds } from '#server/trading/order-ids.ts'
import { orderJson } from '#server/trading/order-row.ts'
import { insertOrder, type NewOrder } from '#server/trading/trading-store.ts'

/** The body of the request to place an order. */
export type OrderBody = z.output<typeof placeOrder.body>
/** What an order would cost and pay. */
export type Quote = z.output<typeof orderQuote>

/** What accepting orders needs. */
export interface PlaceParts {
  db: Database
  hub: SocketHub
  market: Market
  clock: MarketClock
  signer: Signer
  ids: OrderIds
  /** Called once per order, after its commit. */
  onPlaced: (productId: number, order: Order) => void
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
  head: ChainHead
}

/** Accepts an order at this moment. The terms are final unless it throws `Rejected`. */
function accept({ market, clock }: PlaceParts, body: OrderBody): Accepted {
  const product = market.product(body.symbol)
  const duration = checkTerms(product, body, body.termsId)
  if (product === undefined) throw new Rejected('product_unknown')
  const acceptedAt = clock.now()
  const head = market.head(product.id)
  const state = {
    session: product.session,
    lastTickAt: market.lastTick(product.id)?.timeMs,
    headAt: head?.timeMs,
    closesAt: market.closesAfter(product.id, acceptedAt),
  }
  checkMarket(state, acceptedAt, acceptedAt + body.durationMs)
  if (head === undefined) throw new Rejected('price_stale')
  return { product, duration, acceptedAt, head }
}

function newOrder(parts: PlaceParts, body: OrderBody, id: bigint, accepted: Accepted): Order {
  const { duration, acceptedAt } = accepted
  const { payout } = quoteTerms(body.stake, duration.payoutRate)
  return {
    id: orderSchema.shape.id.parse(id.toString()),
    symbol: body.symbol,
    direction: body.direction,
    stake: body.stake,
    payoutRate: duration.payoutRate,
    payout,
    durationMs: body.durationMs,
    acceptedAt: orderSchema.shape.acceptedAt.parse(acceptedAt),
    expiresAt: orderSchema.shape.expiresAt.parse(acceptedAt + body.durationMs),
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

/** The answer stored under the key, whatever the state of the market is now. Throws the refusal if there is none. */
async function replayOr(
  parts: PlaceParts,
  request: PlaceRequest,
  refusal: unknown,
): Promise<string> {
  const stored = await selectAnswer(parts.db, request)
  if (stored === undefined) throw refusal
  if (!timingSafeEqual(stored.bodyHash, request.bodyHash)) throw new Rejected('key_reused')
  return stored.answer
}

function assemble(
  parts: PlaceParts,
  request: PlaceRequest,
  id: bigint,
  accepted: Accepted,
): NewOrder {
  const order = newOrder(parts, request.body, id, accepted)
  const { product, head } = accepted
  const text = receiptText(order, head)
  const receipt = { text, signature: parts.signer.sign(text), keyId: parts.signer.keyId }
  const event = orderJson(order)
  return {
    ...request,
    productId: product.id,
    order,
    receipt,
    event,
    reply: `{"order":${event},"receipt":${JSON.stringify(receipt)}}`,
    maxOpenPositions: product.terms.maxOpenPositions,
    maxOpenStake: product.terms.maxOpenStake,
  }
}

/** Places an order and returns the reply's JSON. The same key and body always get the same bytes. Throws `Rejected`. */
export async function place(parts: PlaceParts, request: PlaceRequest): Promise<string> {
  const id = await parts.ids.next()
  let accepted: Accepted
  try {
    accepted = accept(parts, request.body)
  } catch (refusal) {
    return replayOr(parts, request, refusal)
  }
  const made = assemble(parts, request, id, accepted)
  const placed = await insertOrder(parts.db, made)
  if (placed.replayed !== null) return placed.replayed
  parts.onPlaced(made.productId, made.order)
  parts.hub.deliver(placed.events)
  return made.reply
}
