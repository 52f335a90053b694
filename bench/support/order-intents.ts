/** What the order benchmark sends, over HTTP and straight to SQL: the same intents of the same users. */
import { DAY_MS } from '#contract/time.ts'
import { createHash } from 'node:crypto'
import type { Product } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import { LEAD_MAX_MS, UNCERTAINTY_MAX_MS, UNSIGNED_LEAD_MS } from '#contract/signed-order.ts'
import type { SignedIntent } from '#rules/signed-order.ts'
import { orderJson } from '#server/trading/order-row.ts'
import { newSalt } from '#server/trading/seal-order.ts'
import { type NewOrder, placeOrderValues } from '#server/trading/trading-store.ts'
import { anOrder } from '#support/orders.ts'
import type { SigningDevice } from '#support/signing-device.ts'
import { FAKE_PRODUCTS, FAKE_TERMS_ID, fakeProduct } from '#support/fake-market.ts'

const base = fakeProduct(FAKE_PRODUCTS[1])
/** EURUSD with limits that a benchmark does not meet. */
export const benchProduct: Product = {
  ...base,
  terms: { ...base.terms, maxOpenPositions: 100_000, maxOpenStake: 10n ** 12n },
}

const wishOf = (n: number) => ({
  symbol: benchProduct.symbol,
  direction: n % 2 === 0 ? ('up' as const) : ('down' as const),
  durationMs: 900_000,
  termsId: FAKE_TERMS_ID,
})

export const bodyOf = (n: number): string => JSON.stringify({ ...wishOf(n), stake: '1.00' })

/** The same order as a device signs it, with the longest lead. */
export function signedBodyOf(
  n: number,
  { key, head, device }: { key: string; head: SignedIntent['head']; device: SigningDevice },
): string {
  const tappedAt = timeMs.parse(Date.now())
  const startsAt = timeMs.parse(tappedAt + LEAD_MAX_MS)
  const moment = { head, tappedAt, uncertaintyMs: UNCERTAINTY_MAX_MS, startsAt }
  const signed = device.signOrder({ ...wishOf(n), ...moment, key, stake: 100n })
  return JSON.stringify({ ...wishOf(n), stake: '1.00', signed })
}

/** When bare orders are accepted. The log does not reach their start. */
const BARE_MS = Date.now() + DAY_MS
/** As long as a real signature and receipt are. */
const SIGNATURE = 'x'.repeat(88)
const RECEIPT = 'x'.repeat(400)

/** An order as the bare route takes it: what a device signed, with its key. */
export interface BareOrder {
  key: string
  publicKey: string
  text: string
  signature: string
}
export function bareBodyOf(key: string, device: SigningDevice): string {
  const order: BareOrder = {
    key,
    publicKey: device.publicKey,
    text: RECEIPT,
    signature: device.sign(RECEIPT),
  }
  return JSON.stringify(order)
}

/** The bare call's parameters, ready made: nothing of the server's own work is in it. */
export function bareValues(
  userId: bigint,
  id: bigint,
  key: string,
  sign: (receipt: string) => string = () => SIGNATURE,
): unknown[] {
  const made = anOrder({
    id: id.toString(),
    stake: '1.00',
    payout: '1.85',
    durationMs: 900_000,
    acceptedAt: BARE_MS,
    startsAt: BARE_MS + UNSIGNED_LEAD_MS,
    expiresAt: BARE_MS + UNSIGNED_LEAD_MS + 900_000,
  })
  const event = orderJson(made)
  const signature = sign(RECEIPT)
  const intent: NewOrder = {
    userId,
    key,
    bodyHash: createHash('sha256').update(key).digest(),
    device: null,
    salt: newSalt(),
    productId: benchProduct.id,
    order: made,
    holdDeadline: BARE_MS,
    receipt: { text: RECEIPT, signature, keyId: '0123456789abcdef' },
    reply: `{"order":${event},"receipt":{"text":"${RECEIPT}","signature":"${signature}"}}`,
    event,
    maxOpenPositions: benchProduct.terms.maxOpenPositions,
    maxOpenStake: benchProduct.terms.maxOpenStake,
  }
  return placeOrderValues(intent)
}
