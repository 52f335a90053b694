/** The receipt given at purchase, as text: what was agreed, and where the price history stood; the server signs it. */
import type { Order } from '#contract/order.ts'
import type { SignedText } from '#contract/settlement-receipt.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** Newest record of the product's log when the order was accepted. */
export interface ChainHead {
  seq: number
  hash: string
}

const FIRST_LINE = 'fairtick-receipt-1'
const HEAD_LINE = /^head (0|[1-9]\d{0,15}) ([0-9a-f]{64})$/

/** Everything that was agreed, as the receipt writes it; the head is the last line. */
function termsLines(order: Order): string[] {
  return [
    FIRST_LINE,
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
  ]
}

/** Canonical lines joined by `\n`, none at the end; the signature covers its UTF-8 bytes. It names no user. */
export const receiptText = (order: Order, head: ChainHead): string =>
  [...termsLines(order), `head ${head.seq} ${head.hash}`].join('\n')

/** Where the history stood, if the text says of this order what the order says of itself; else null. */
export function headOfReceipt(text: string, order: Order): ChainHead | null {
  const lines = text.split('\n')
  const [, seq, hash] = HEAD_LINE.exec(lines.at(-1) ?? '') ?? []
  const same = lines.slice(0, -1).join('\n') === termsLines(order).join('\n')
  return same && seq !== undefined && hash !== undefined ? { seq: Number(seq), hash } : null
}

/** One hash for the text and who signed it how: two receipts are the same when theirs are. */
export const receiptFingerprint = (
  { text, signature, keyId }: SignedText,
  sha256: Sha256,
): string => sha256([text, signature, keyId].join('\n'))

/** The number of the order that a receipt of a purchase is about; null: it is no such receipt. */
export function orderOfReceipt(text: string): string | null {
  const [first, , order] = text.split('\n')
  return first === FIRST_LINE ? (/^order ([1-9]\d{0,18})$/.exec(order ?? '')?.[1] ?? null) : null
}

/** The lines that two receipts do not share: what was said, and what is said now. */
export function receiptDifference(was: string, now: string): { was: string; now: string }[] {
  const before = was.split('\n')
  const after = now.split('\n')
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
    was: before[at] ?? '',
    now: after[at] ?? '',
  })).filter((line) => line.was !== line.now)
}
