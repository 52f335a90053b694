/**
 * The receipt of a purchase as text: what was agreed, and the head of the tick log at that time. The server signs it.
 */
import type { Order } from '#contract/order.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** The newest record of a product's log when the order was accepted. */
export interface ChainHead {
  seq: number
  hash: string
}

/** What a signed purchase adds: the text that the device signed, as its SHA-256, and the device's key. */
export interface DeviceMark {
  intent: string
  deviceKeyId: string
}

const HEAD_LINE = /^head (0|[1-9]\d{0,15}) ([0-9a-f]{64})$/
const INTENT_LINE = /^intent ([0-9a-f]{64})$/
const DEVICE_LINE = /^device ([0-9a-f]{16})$/

/**
 * 1: an unsigned order that starts with its acceptance, as all did once. 2: a device signed the start. 3: the server
 * gave the start.
 */
const formatOf = ({ startsAt }: Order, mark: DeviceMark | null): 1 | 2 | 3 =>
  startsAt === undefined ? 1 : mark === null ? 3 : 2

/** Everything that was agreed, one line per term. The device's lines and the head follow. */
function termsLines(order: Order, mark: DeviceMark | null): string[] {
  return [
    `fairtick-receipt-${formatOf(order, mark)}`,
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
    ...(order.startsAt === undefined ? [] : [`starts ${order.startsAt}`]),
    `expires ${order.expiresAt}`,
  ]
}

/**
 * The text of a receipt: canonical lines joined by `\n`, without a line break at the end. The signature covers its
 * UTF-8 bytes. It names no user. `mark` is null unless a device signed the purchase.
 */
export const receiptText = (
  order: Order,
  head: ChainHead,
  mark: DeviceMark | null = null,
): string =>
  [
    ...termsLines(order, mark),
    ...(mark === null ? [] : [`intent ${mark.intent}`, `device ${mark.deviceKeyId}`]),
    `head ${head.seq} ${head.hash}`,
  ].join('\n')

/** What a receipt states besides the order's terms. */
export interface ReceiptFacts {
  /** The newest record of the log at acceptance. */
  head: ChainHead
  /** Null unless a device signed. */
  mark: DeviceMark | null
}

/** Reads a receipt; null unless it is the canonical text of this order. */
export function readReceipt(text: string, order: Order): ReceiptFacts | null {
  const lines = text.split('\n')
  const [, seq = '', hash = ''] = HEAD_LINE.exec(lines.at(-1) ?? '') ?? []
  const [, intent] = INTENT_LINE.exec(lines.at(-3) ?? '') ?? []
  const [, deviceKeyId] = DEVICE_LINE.exec(lines.at(-2) ?? '') ?? []
  const mark = intent === undefined || deviceKeyId === undefined ? null : { intent, deviceKeyId }
  const head = { seq: Number(seq), hash }
  if (!Number.isSafeInteger(head.seq)) return null
  const isDated = mark === null || order.startsAt !== undefined
  return isDated && receiptText(order, head, mark) === text ? { head, mark } : null
}

/** One hash over the text, its signature and the key. Equal fingerprints mean equal receipts. */
export const receiptFingerprint = (
  { text, signature, keyId }: SignedText,
  sha256: Sha256,
): string => sha256([text, signature, keyId].join('\n'))

/** The id of the order in a receipt; null if the text is not a receipt of a purchase. */
export function orderOfReceipt(text: string): string | null {
  const [first, , order] = text.split('\n')
  return /^fairtick-receipt-[123]$/.test(first ?? '')
    ? (/^order ([1-9]\d{0,18})$/.exec(order ?? '')?.[1] ?? null)
    : null
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
