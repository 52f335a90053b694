/** The texts that fix a purchase before its result can be known: what the device signs, and the server's refusal. */
import type { Order } from '#contract/order.ts'
import { type Direction, hash, intentKey, timeMs } from '#contract/scalars.ts'
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

/** The values of a text by the word that begins their line. */
const fieldsOf = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text.split('\n').map((line) => {
      const [name = '', ...values] = line.split(' ')
      return [name, values]
    }),
  )

/** A whole number of a text, 0 or more; -1, which no valid text has, if it is none. */
const numberOf = (text: string | undefined): number => {
  const value = Number(text)
  return Number.isSafeInteger(value) && value >= 0 ? value : -1
}

const TERMS_ID = /^[0-9a-f]{16}$/

/** Reads the text of a purchase; null unless it is the exact canonical text of one. */
export function readIntent(text: string): SignedIntent | null {
  const fields = fieldsOf(text)
  const said = (name: string): string => fields.get(name)?.[0] ?? ''
  const stake = parseAmount(said('stake'))
  const tappedAt = timeMs.safeParse(numberOf(said('tapped')))
  const startsAt = timeMs.safeParse(numberOf(said('starts')))
  if (stake === null || !tappedAt.success || !startsAt.success) return null
  const intent: SignedIntent = {
    key: said('key'),
    symbol: said('product'),
    direction: said('direction') === 'up' ? 'up' : 'down',
    stake,
    durationMs: numberOf(said('duration')),
    termsId: said('terms'),
    head: { seq: numberOf(said('head')), hash: fields.get('head')?.[1] ?? '' },
    tappedAt: tappedAt.data,
    uncertaintyMs: numberOf(said('uncertainty')),
    startsAt: startsAt.data,
    deviceKeyId: said('device'),
  }
  const isKey = intentKey.safeParse(intent.key).success
  const isHead = intent.head.seq > 0 && hash.safeParse(intent.head.hash).success
  const isCertain = intent.uncertaintyMs >= 0
  const isTerms = TERMS_ID.test(intent.termsId)
  // A text that is not canonical would not be reproduced exactly.
  const isReadable = isKey && isTerms && isHead && isCertain
  return isReadable && intentText(intent) === text ? intent : null
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
  /** The text that the device signed; for an unsigned order, that of the receipt which does not count. */
  intent: string
  startsAt: number
  refusedAt: number
  reason: string
  head: { seq: number; hash: string }
}

/** `intent` is the SHA-256 of the refused text. */
const refusalLines = (refusal: Refusal): string =>
  [
    'fairtick-refusal-1',
    `intent ${refusal.intent}`,
    `reason ${refusal.reason}`,
    `starts ${refusal.startsAt}`,
    `refused ${refusal.refusedAt}`,
    `head ${refusal.head.seq} ${refusal.head.hash}`,
  ].join('\n')

/** The text of a refusal. The server signs it as it signs receipts. It names no user. */
export const refusalText = (refusal: Refusal, sha256: Sha256): string =>
  refusalLines({ ...refusal, intent: sha256(refusal.intent) })

/** Reads a refusal; `intent` is the SHA-256 of the refused text. Null for any other text. */
export function readRefusal(text: string) {
  const fields = fieldsOf(text)
  const said = (name: string): string => fields.get(name)?.[0] ?? ''
  const [intent, reason] = [said('intent'), said('reason')]
  const [startsAt, refusedAt] = [numberOf(said('starts')), numberOf(said('refused'))]
  const head = { seq: numberOf(said('head')), hash: fields.get('head')?.[1] ?? '' }
  const areNumbers = Math.min(startsAt, refusedAt, head.seq) >= 0
  const isHash = [intent, head.hash].every((each) => hash.safeParse(each).success)
  const same = refusalLines({ intent, reason, startsAt, refusedAt, head }) === text
  return same && areNumbers && isHash ? { intent, reason, startsAt, refusedAt } : null
}

/**
 * The latest time of a record that may hold an order: before its start, and on live prices by at least the lead of the
 * terms (0 on other prices), because the server has the trades of the venues before a price follows from them.
 */
export const holdDeadline = (startsAt: number, leadMs: number): number =>
  startsAt - Math.max(leadMs, 1)

/** When an order starts. Unsigned orders from before `UNSIGNED_LEAD_MS` start with their acceptance. */
export const startOf = ({ acceptedAt, startsAt }: Pick<Order, 'acceptedAt' | 'startsAt'>): number =>
  startsAt ?? acceptedAt
