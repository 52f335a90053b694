/** What the order benchmark sends, over HTTP and straight to SQL: the same intents of the same users. */
import { createHash } from 'node:crypto'
import { order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { orderJson } from '#server/trading/order-row.ts'
import { type NewOrder, placeOrderValues } from '#server/trading/trading-store.ts'
import { FAKE_PRODUCTS, FAKE_TERMS_ID, fakeProduct } from '#support/fake-market.ts'

const base = fakeProduct(FAKE_PRODUCTS[1])
/** EURUSD with limits that a benchmark does not meet. */
export const benchProduct: Product = {
  ...base,
  terms: { ...base.terms, maxOpenPositions: 100_000, maxOpenStake: 10n ** 12n },
}

export const bodyOf = (n: number): string =>
  JSON.stringify({
    symbol: benchProduct.symbol,
    direction: n % 2 === 0 ? 'up' : 'down',
    stake: '1.00',
    durationMs: 900_000,
    termsId: FAKE_TERMS_ID,
  })

/** As long as a real signature and receipt are. */
const SIGNATURE = 'x'.repeat(88)
const RECEIPT = 'x'.repeat(400)

/** The bare call's parameters, ready made: nothing of the server's own work is in it. */
export function bareValues(userId: bigint, id: bigint, key: string): unknown[] {
  const made = order.parse({
    id: id.toString(),
    symbol: benchProduct.symbol,
    direction: 'up',
    stake: '1.00',
    payoutRate: 8500,
    payout: '1.85',
    durationMs: 900_000,
    acceptedAt: 1_700_000_000_000,
    expiresAt: 1_700_000_900_000,
    termsId: FAKE_TERMS_ID,
    ruleVersion: 1,
    source: 'simulated',
    status: 'open',
    entry: null,
    exit: null,
    settledAt: null,
    voidReason: null,
    profitAndLoss: null,
  })
  const event = orderJson(made)
  const intent: NewOrder = {
    userId,
    key,
    bodyHash: createHash('sha256').update(key).digest(),
    device: null,
    productId: benchProduct.id,
    order: made,
    receipt: { text: RECEIPT, signature: SIGNATURE, keyId: '0123456789abcdef' },
    reply: `{"order":${event},"receipt":{"text":"${RECEIPT}","signature":"${SIGNATURE}"}}`,
    event,
    maxOpenPositions: benchProduct.terms.maxOpenPositions,
    maxOpenStake: benchProduct.terms.maxOpenStake,
  }
  return placeOrderValues(intent)
}
