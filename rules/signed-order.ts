/** The texts that fix a purchase before its result can be known: what the device signs, and the server's refusal. */
import type { Order } from '#contract/order.ts'
import { type Direction, timeMs } from '#contract/scalars.ts'
import {
  LEAD_MAX_MS,
  LEAD_MIN_MS,
  type OrderSignature,
  UNCERTAINTY_MAX_MS,
} from '#contract/signed-order.ts'
import { formatAmount, parseAmount } from '#rules/amounts.ts'
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

const PATTERN = new RegExp(
  [
    '^fairtick-order-1',
    'key ([A-Za-z0-9_-]{16,64})',
    'product ([A-Z0-9]{2,12})',
    'direction (up|down)',
    'stake (\\d{1,12}\\.\\d\\d)',
    'duration ([1-9]\\d{0,11})',
    'terms ([0-9a-f]{16})',
    'head ([1-9]\\d{0,15}) ([0-9a-f]{64})',
    'tapped (\\d{1,15})',
    'uncertainty (\\d{1,5})',
    'starts (\\d{1,15})',
    'device ([0-9a-f]{16})$',
  ].join('\\n'),
)

/** Reads the text of a purchase; null unless it is the exact canonical text of one. */
export function readIntent(text: string): SignedIntent | null {
  const parts = PATTERN.exec(text)
  if (parts === null) return null
  const [key = '', symbol = '', way, stake = '', duration, termsId = '', seq, hash = '', ...times] =
    parts.slice(1)
  const [tapped, uncertainty, starts, deviceId = ''] = times
  const amount = parseAmount(stake)
  if (amount === null) return null
  const intent: SignedIntent = {
    key,
    symbol,
    direction: way === 'up' ? 'up' : 'down',
    stake: amount,
    durationMs: Number(duration),
    termsId,
    head: { seq: Number(seq), hash },
    tappedAt: timeMs.parse(Number(tapped)),
    uncertaintyMs: Number(uncertainty),
    startsAt: timeMs.parse(Number(starts)),
    deviceKeyId: deviceId,
  }
  return intentText(intent) === text ? intent : null
}

/** Whether the lead of a purchase and its uncertainty are within the public limits. */
export function isLeadOffered(
  intent: Pick<SignedIntent, 'tappedAt' | 'startsAt' | 'uncertaintyMs'>,
) {
  const lead = intent.startsAt - intent.tappedAt
  return lead >= LEAD_MIN_MS && lead <= LEAD_MAX_MS && intent.uncertaintyMs <= UNCERTAINTY_MAX_MS
}

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

const REFUSAL = new RegExp(
  [
    '^fairtick-refusal-1',
    'intent ([0-9a-f]{64})',
    'reason ([a-z_]{1,40})',
    'starts (\\d{1,15})',
    'refused (\\d{1,15})',
    'head (?:0|[1-9]\\d{0,15}) [0-9a-f]{64}$',
  ].join('\\n'),
)

/** Reads a refusal; `intent` is the SHA-256 of the refused text. Null for any other text. */
export function readRefusal(text: string) {
  const [, intent, reason, starts, refused] = REFUSAL.exec(text) ?? []
  if (intent === undefined || reason === undefined) return null
  return { intent, reason, startsAt: Number(starts), refusedAt: Number(refused) }
}

/** When an order starts: as the device fixed it, or for orders that no device signed, when the server accepted it. */
export const startOf = ({ acceptedAt, startsAt }: Pick<Order, 'acceptedAt' | 'startsAt'>): number =>
  startsAt ?? acceptedAt
