/** What the price of a dealer's product is made of: one quote of one dealer. No one else can look it up. */
import { z } from 'zod/mini'
import { priceText, type TickInputs } from '#contract/index-price.ts'
import { hash, price, timeMs } from '#contract/scalars.ts'

/** The dealers whose quotes can be a price. */
export const dealerName = z.enum(['oanda'])
export type DealerName = z.infer<typeof dealerName>

/** An instrument as the dealer names it, such as `EUR_USD`. */
export const instrumentName = z.string().check(z.regex(/^[A-Z0-9_]{3,24}$/))

/**
 * The quote that a price is the middle of. `bid` and `ask` are the best ones, as the dealer wrote them. `receivedAt`
 * is the market clock's time at which it arrived, `quotedAt` the dealer's own stamp. `aheadMs` is how far the dealer's
 * clock was measured to be ahead of the market's, as with the trades of venues (contract/index-price.ts).
 */
export const dealerQuote = z.object({
  dealer: dealerName,
  instrument: instrumentName,
  bid: priceText,
  ask: priceText,
  receivedAt: timeMs,
  quotedAt: timeMs,
  aheadMs: z.int(),
})
export type DealerQuote = z.infer<typeof dealerQuote>

/** The quote of one tick. The tick's `inputs` is its hash (rules/dealer-quote.ts). */
export const tickQuote = z.object({ seq: z.int().check(z.positive()), quote: dealerQuote })
export type TickQuote = z.infer<typeof tickQuote>

/** What one tick follows from: the trades of venues, or a dealer's quote. */
export type TickEvidence = TickInputs | TickQuote

/** One line of the public inputs of a dealer's product, as NDJSON. `hash` is that of the quote. */
export const publishedQuote = z.extend(tickQuote, { timeMs, price, hash })
/** A parsed line of the public inputs of a dealer's product. */
export type PublishedQuote = z.infer<typeof publishedQuote>
