/** The texts that fix a purchase before its result can be known: what the device signs, and the server's refusal. */
import type { Order } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import type { OrderSignature } from '#contract/signed-order.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** What the user wants to buy, under the key of the tap. Amounts are minor units, times ms. */
export interface SignedIntent extends Omit<OrderSignature, 'signature'> {
  key: string
  symbol: string
  direction: Direction
  stake: bigint
  durationMs: number
  termsId: string
}

/**
 * The text of a purchase: canonical lines joined by `\n`, without a line break at the end. The device signs its UTF-8
 * bytes with ECDSA P-256 and SHA-256.
 */
export const intentText = (intent: SignedIntent): string =>
  [
    'fairtick-order-1',
    `key ${intent.key}`,
    `product ${intent.symbol}`,
    `direction ${intent.direction}`,
    `stake ${formatAmount(intent.stake)}`,
    `duration ${intent.durationMs}`,
    `terms ${intent.termsId}`,
    `head ${intent.head.seq} ${intent.head.hash}`,
    `tapped ${intent.tappedAt}`,
    `uncertainty ${intent.uncertaintyMs}`,
    `starts ${intent.startsAt}`,
    `device ${intent.deviceKeyId}`,
  ].join('\n')

/** What a refusal states. `reason` is a code of contract/errors.ts; `head` is the server's newest record. */
export interface Refusal {
  /** The text that the device signed. */
  intent: string
  startsAt: number
  refusedAt: number
  reason: string
  head: { seq: number; hash: string }
}

/** The text of a refusal. The server signs it as it signs receipts. It names no user. */
export const refusalText = (refusal: Refusal, sha256: Sha256): string =>
  [
    'fairtick-refusal-1',
    `intent ${sha256(refusal.intent)}`,
    `reason ${refusal.reason}`,
    `starts ${refusal.startsAt}`,
    `refused ${refusal.refusedAt}`,
    `head ${refusal.head.seq} ${refusal.head.hash}`,
  ].join('\n')

/** When an order starts: as the device fixed it, or for orders that no device signed, when the server accepted it. */
export const startOf = ({ acceptedAt, startsAt }: Pick<Order, 'acceptedAt' | 'startsAt'>): number =>
  startsAt ?? acceptedAt
