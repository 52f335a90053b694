/** The receipt given at purchase, as text: what was agreed, and where the price history stood; the server signs it. */
import type { Order } from '#contract/order.ts'
import { formatAmount } from '#rules/amounts.ts'

/** Newest record of the product's log when the order was accepted. */
export interface ChainHead {
  seq: number
  hash: string
}

/** Canonical lines joined by `\n`, none at the end; the signature covers its UTF-8 bytes. It names no user. */
export function receiptText(order: Order, head: ChainHead): string {
  return [
    'fairtick-receipt-1',
    `rule ${order.ruleVersion}`,
    `order ${order.id}`,
    `product ${order.symbol}`,
    `source ${order.source}`,
    `direction ${order.direction}`,
    `stake ${formatAmount(order.stake)}`,
    `payout rate ${order.payoutRate}`,
    `payout ${formatAmount(order.payout)}`,
    'tie stake returns',
    `terms ${order.termsId}`,
    `accepted ${order.acceptedAt}`,
    `expires ${order.expiresAt}`,
    `head ${head.seq} ${head.hash}`,
  ].join('\n')
}
