/**
 * The receipt of a purchase as text: what was agreed, and the head of the tick log at that time. The server signs it.
 */
import type { Order } from '#contract/order.ts'
import type { SignedText } from '#contract/settlement-receipt.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** The newest record of a product's log when the order was accepted. */
export interface ChainHead {
  seq: number
  hash: string
}

const FIRST_LINE = 'fairtick-receipt-1'
const HEAD_LINE = /^head (0|[1-9]\d{0,15}) ([0-9a-f]{64})$/

/** Everything that was agreed, one line per term. The head follows as the last line. */
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

/**
 * The text of a receipt: canonical lines joined by `\n`, without a line break at the end. The signature covers its
 * UTF-8 bytes. It names no user.
 */
export const receiptText = (order: Order, head: ChainHead): string =>
  [...termsLines(order), `head ${head.seq} ${head.hash}`].join('\n')

/** The head of the log in a receipt; null unless the receipt agrees with the order in every term. */
export function headOfReceipt(text: string, order: Order): ChainHead | null {
  const lines = text.split('\n')
  const [, seq, hash] = HEAD_LINE.exec(lines.at(-1) ?? '') ?? []
  const same = lines.slice(0, -1).join('\n') === termsLines(order).join('\n')
  return same && seq !== undefined && hash !== undefined ? { seq: Number(seq), hash } : null
}

/** One hash over the text, its signature and the key. Equal fingerprints mean equal receipts. */
export const receiptFingerprint = (
  { text, signature, keyId }: SignedText,
  sha256: Sha256,
): string => sha256([text, signature, keyId].join('\n'))

/** The id of the order in a receipt; null if the text is not a receipt of a purchase. */
export function orderOfReceipt(text: string): string | null {
  const [first, , order] = text.split('\n')
  return first === FIRST_LINE ? (/^order ([1-9]\d{0,18})$/.exec(order ?? '')?.[1] ?? null) : null
}

/** The lines in which two receipts differ, in both versions; a missing line is an empty text. */
export function receiptDifference(was: string, now: string): { was: string; now: string }[] {
  const before = was.split('\n')
  const after = now.split('\n')
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
    was: before[at] ?? '',
    now: after[at] ?? '',
  })).filter((line) => line.was !== line.now)
}
