/**
 * Converts the data that is embedded in the page (contract/page-snapshot.ts) to the form in which values of the last
 * visit are cached.
 */
import type { PageSnapshot } from '#contract/page-snapshot.ts'
import { QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { storedQuote, storedStats } from '#streams/atoms/stored-shapes.ts'
import { quoteAt } from '#streams/topics/quotes.ts'
import { statsOf } from '#streams/topics/stats.ts'
import type { Stamped } from '#streams/types.ts'

/** The quotes and statistics of the page by topic. They are public; the page never contains data of a user. */
export function knownFromPage({ at, quotes, stats }: PageSnapshot): Map<string, Stamped<unknown>> {
  const known = new Map<string, Stamped<unknown>>()
  for (let from = 1; from < quotes.length; from += QUOTE_FIELDS) {
    const { topic } = storedQuote(quotes[from] ?? 0)
    known.set(topic, { value: quoteAt(quotes, from, at), asOf: at })
  }
  for (const row of stats) known.set(storedStats(row[0]).topic, { value: statsOf(row), asOf: at })
  return known
}
