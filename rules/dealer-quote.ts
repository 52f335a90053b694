/** The price of a dealer's product: the middle of the best bid and the best ask of one quote. */
import { unitsOf } from '#contract/decimals.ts'
import type { DealerQuote } from '#contract/dealer-quote.ts'
import type { DealerTerms } from '#contract/product.ts'
import { isFresh } from '#rules/index-price.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** A price text has at most so many decimals (contract/index-price.ts). */
const DECIMALS_MAX = 12
const WHOLE_BPS = 10_000n

type Sides = Pick<DealerQuote, 'bid' | 'ask'>
/** The terms that say which quotes count. */
export type QuoteLimits = Pick<DealerTerms, 'freshMs' | 'lateMs' | 'spreadBps'>

/** A decimal text in units of 10^-12, exact. */
const exact = (text: string): bigint => unitsOf(text, DECIMALS_MAX)

/** Whether a price text is below another one, exact. */
export const isBelow = (one: string, other: string): boolean => exact(one) < exact(other)

/**
 * The middle as a scaled integer of `decimals` digits. It is exact up to there, and further digits are cut off. NaN
 * from 2^53 on.
 */
export function middlePrice({ bid, ask }: Sides, decimals: number): number {
  const unit = 10n ** BigInt(DECIMALS_MAX - decimals)
  const scaled = Number((exact(bid) + exact(ask)) / (2n * unit))
  return Number.isSafeInteger(scaled) ? scaled : Number.NaN
}

/** Whether a quote is one: the bid is above 0 and the ask not below it, and they are within the limit of the terms. */
export function isNarrow({ bid, ask }: Sides, { spreadBps }: Pick<QuoteLimits, 'spreadBps'>) {
  const [low, high] = [exact(bid), exact(ask)]
  return low > 0n && high >= low && (high - low) * WHOLE_BPS <= BigInt(spreadBps) * low
}

/** Whether a quote counts at a moment: it is as young as a venue's trade has to be. */
export const isFreshQuote = (
  { receivedAt, quotedAt, aheadMs }: Pick<DealerQuote, 'receivedAt' | 'quotedAt' | 'aheadMs'>,
  nowMs: number,
  limits: Pick<QuoteLimits, 'freshMs' | 'lateMs'>,
): boolean => isFresh({ receivedAt, tradedAt: quotedAt, aheadMs }, nowMs, limits)

/** The text that the `inputs` of a dealer's tick are the SHA-256 of. */
export function quoteText(quote: DealerQuote): string {
  const { dealer, instrument, bid, ask, receivedAt, quotedAt, aheadMs } = quote
  const fields = [dealer, instrument, bid, ask, receivedAt, quotedAt, aheadMs]
  return ['fairtick-dealer-1', fields.join('|')].join('\n')
}

/** What is wrong with the quote of a tick, or null: the hash or the price. */
export function findQuoteFault(
  tick: { price: number; inputs?: string | undefined },
  quote: DealerQuote,
  { decimals, sha256 }: { decimals: number; sha256: Sha256 },
): 'hash' | 'price' | null {
  if (sha256(quoteText(quote)) !== tick.inputs) return 'hash'
  return middlePrice(quote, decimals) === tick.price ? null : 'price'
}
