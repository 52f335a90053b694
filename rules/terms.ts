/** Reads the published text of a product's terms, which a receipt contains. */
import type { Order } from '#contract/order.ts'
import { type DealerTerms, dealerTerms, type IndexTerms, indexTerms } from '#contract/product.ts'
import { parseAmount } from '#rules/amounts.ts'
import { type CheckpointFacts, formatOf } from '#rules/checkpoint.ts'
import { holdDeadline, startOf } from '#rules/signed-order.ts'
import { strictJson } from '#rules/strict-json.ts'

function parsed(text: string): Record<string, unknown> {
  const value = strictJson(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const amountOf = (value: unknown): bigint | null =>
  typeof value === 'string' ? parseAmount(value) : null

/**
 * Whether the terms offer what was agreed: the product, the version of the rule, the duration at this payout rate, the
 * stake, and with live prices the time from acceptance to the start. `text` is the canonical text of the terms
 * (server/market/catalogue.ts).
 */
export function isOffered(order: Order, text: string): boolean {
  const { symbol, ruleVersion, durations, stakeMin, stakeMax } = parsed(text)
  const offers: unknown[] = Array.isArray(durations) ? durations : []
  const isRate = offers.some(
    (offer) =>
      Array.isArray(offer) &&
      offer.length === 2 &&
      offer[0] === order.durationMs &&
      offer[1] === order.payoutRate,
  )
  const [least, most] = [amountOf(stakeMin), amountOf(stakeMax)]
  const isStake = least !== null && most !== null && least <= order.stake && order.stake <= most
  const isProduct = symbol === order.symbol && ruleVersion === order.ruleVersion
  return isProduct && isRate && isStake && isLead(order, text)
}

/** Someone who watches a faster venue than the index must not be able to order on what they saw. */
function isLead({ acceptedAt, startsAt }: Order, text: string): boolean {
  const terms = parsed(text)
  const kinds = ['index', 'dealer'].filter((kind) => kind in terms)
  if (kinds.length === 0) return true
  const leadMs = leadMsOf(text)
  const isOne = kinds.length === 1 && leadMs !== undefined
  return isOne && startsAt !== undefined && startsAt - acceptedAt >= leadMs
}

/** The least lead of a live or a dealer's price. Undefined for all other prices. */
const leadMsOf = (text: string): number | undefined =>
  (indexTermsOf(text) ?? dealerTermsOf(text))?.leadMs

/** What a live price is made of, as the terms publish it. Null for products whose prices are not live. */
export function indexTermsOf(text: string): IndexTerms | null {
  return indexTerms.safeParse(parsed(text)['index']).data ?? null
}

/** What a dealer's price is made of, as the terms publish it. Null for all other products. */
export function dealerTermsOf(text: string): DealerTerms | null {
  return dealerTerms.safeParse(parsed(text)['dealer']).data ?? null
}

/** `holdDeadline` of an order under the published text of its terms. */
export const holdDeadlineOf = (order: Order, terms = ''): number =>
  holdDeadline(startOf(order), leadMsOf(terms) ?? 0)

/**
 * Whether the terms of an order are those that its checkpoints name as in force. No order reaches over a change of
 * them. Up to format 3 checkpoints name none, and one that is not signed yet says nothing.
 */
export const areInForce = (
  { symbol, termsId }: Order,
  checkpoints: readonly (CheckpointFacts | null)[],
): boolean =>
  checkpoints.every(
    (facts) =>
      facts === null ||
      formatOf(facts) < 4 ||
      facts.heads.some((head) => head.symbol === symbol && head.terms?.includes(termsId) === true),
  )
