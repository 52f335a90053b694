/** What the page itself holds of the prices, in the form in which the last visit's are known. */
import type { FirstKnown } from '#contract/first-known.ts'
import { QUOTE_FIELDS } from '#contract/socket-words.ts'
import { keptQuote, keptStats } from '#streams/atoms/kept-shapes.ts'
import { quoteAt } from '#streams/topics/quotes.ts'
import { statsOf } from '#streams/topics/stats.ts'
import type { Stamped } from '#streams/types.ts'

/** Public alone: nothing of a user stands in a page. */
export function knownFromPage({ at, quotes, stats }: FirstKnown): Map<string, Stamped<unknown>> {
  const known = new Map<string, Stamped<unknown>>()
  for (let from = 1; from < quotes.length; from += QUOTE_FIELDS) {
    const { topic } = keptQuote(quotes[from] ?? 0)
    known.set(topic, { value: quoteAt(quotes, from, at), asOf: at })
  }
  for (const row of stats) known.set(keptStats(row[0]).topic, { value: statsOf(row), asOf: at })
  return known
}
