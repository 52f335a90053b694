/** What the operator should know about live prices at the start. */
import { type LineName, lineName } from '#contract/venue-lines.ts'
import { DEALER_NAMES } from '#rules/dealer-names.ts'
import { VENUE_NAMES } from '#rules/trade-links.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { DealerChoice } from '#server/market/feeds/live/dealer/dealer-desk.ts'
import { LINE_TERMS } from '#server/market/feeds/live/line-terms.ts'
import type { Venue } from '#server/market/feeds/live/venue.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'

/** The name of a line, as the operator reads it. */
const nameOf = ({ line, name }: Pick<Venue, 'line' | 'name'>): string =>
  line === name ? VENUE_NAMES[name] : `${VENUE_NAMES[name]} (perpetuals)`

/** The lines of the start message. `without`: symbols of products that are not offered. */
export function liveNotes({
  products,
  without,
  venues,
  closingsBook,
  dealer = null,
}: {
  products: readonly Pick<CatalogueProduct, 'symbol' | 'terms'>[]
  without: readonly string[]
  venues: readonly { venue: Pick<Venue, 'line' | 'name'> }[]
  closingsBook?: { readonly until: number | null }
  dealer?: DealerChoice | null | undefined
}): string[] {
  const isOn = (line: LineName): boolean => venues.some(({ venue }) => venue.line === line)
  const symbolsOf = (kind: 'index' | 'dealer'): string =>
    products.flatMap(({ symbol, terms }) => (terms[kind] ? [symbol] : [])).join(', ')
  const notes = [
    `${symbolsOf('index') || 'no product'}: the middle one of the newest trades of ` +
      venues.map(({ venue }) => nameOf(venue)).join(', '),
    'markets open when three venues of a product answer, and close while fewer do',
  ]
  if (dealer !== null) {
    const { environment } = dealer.access
    notes.push(
      `${symbolsOf('dealer')}: the middle of the quotes of ${DEALER_NAMES[dealer.dealer.name]} ` +
        `(${environment} environment), which no one else can look up`,
    )
  }
  for (const line of lineName.options) {
    const why = LINE_TERMS[line]?.why
    if (why !== undefined && !isOn(line)) {
      notes.push(`${nameOf(VENUES[line])} is off: ${why} (--${line})`)
    }
  }
  if (closingsBook !== undefined) {
    const until = closingsBook.until === null ? null : new Date(closingsBook.until).toISOString()
    notes.push(
      until === null
        ? 'contracts stay closed: no calendar of closings covers this time (npm run holidays)'
        : `closings of contracts are known until ${until}`,
    )
  }
  if (without.length > 0) {
    notes.push(`not offered, because three free venues are missing: ${without.join(', ')}`)
  }
  return notes
}
