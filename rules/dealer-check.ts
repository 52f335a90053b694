/**
 * Verifies that the prices which decided an order on a dealer's product follow from the quotes that the log committed
 * to. Whether the dealer ever quoted them is known to the dealer and the operator alone.
 */
import type { DealerQuote } from '#contract/dealer-quote.ts'
import type { DealerTerms } from '#contract/product.ts'
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { findQuoteFault, isFreshQuote, isNarrow } from '#rules/dealer-quote.ts'
import type { Tick } from '#rules/spot.ts'
import { dealerTermsOf } from '#rules/terms.ts'
import type { Sha256 } from '#rules/tick-chain.ts'
import { deciders, type VenuesFinding } from '#rules/venues-check.ts'

/** Whether the terms allow a price from this quote: of their dealer and instrument, fresh, and narrow enough. */
const isAllowed = (tick: Tick, quote: DealerQuote, terms: DealerTerms): boolean =>
  quote.dealer === terms.dealer &&
  quote.instrument === terms.instrument &&
  isFreshQuote(quote, tick.timeMs, terms) &&
  isNarrow(quote, terms)

/**
 * Verifies the quotes of the deciding ticks: there for each tick of a dealer's order, as the terms allow, as the tick
 * commits to them, and with the tick's price in the middle. Null for all other prices. That it holds says less than
 * the step `venues`: no one can look a quote up.
 */
export function checkDealer(
  receipt: ReceiptEvidence,
  { sha256 }: { sha256: Sha256 },
): VenuesFinding | null {
  const found = deciders(receipt)
  if (receipt.order.source !== 'dealer' || found.length === 0) return null
  const terms = dealerTermsOf(receipt.terms ?? '')
  for (const { seq, tick } of found) {
    const quote = receipt.quotes?.find((each) => each.seq === seq)?.quote
    const holds =
      tick !== undefined &&
      quote !== undefined &&
      terms !== null &&
      isAllowed(tick, quote, terms) &&
      findQuoteFault(tick, quote, { decimals: terms.decimals, sha256 }) === null
    if (!holds) return { verdict: 'fails', seq }
  }
  return { verdict: 'holds' }
}

/** The quotes behind the prices of entry and exit. Empty if the receipt has none. */
export function dealerQuotes({ order, quotes = [] }: ReceiptEvidence): {
  spot: 'entry' | 'exit'
  seq: number
  quote: DealerQuote
}[] {
  return (['entry', 'exit'] as const).flatMap((spot) => {
    const seq = order[spot]?.seq
    const quote = quotes.find((each) => each.seq === seq)?.quote
    return seq === undefined || quote === undefined ? [] : [{ spot, seq, quote }]
  })
}
