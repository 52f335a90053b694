/** What the operator should know about live prices at the start. */
import type { VenueName } from '#contract/index-price.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'

const NAMES: Record<VenueName, string> = {
  binance: 'Binance',
  bitstamp: 'Bitstamp',
  bybit: 'Bybit',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  okx: 'OKX',
}

/** The lines of the start message. `without`: symbols of products that are not offered. */
export function liveNotes({
  products,
  without,
  venues,
}: {
  products: readonly Pick<CatalogueProduct, 'symbol'>[]
  without: readonly string[]
  venues: readonly { venue: { name: VenueName } }[]
}): string[] {
  const on = venues.map(({ venue }) => venue.name)
  const notes = [
    `${products.map(({ symbol }) => symbol).join(', ')}: the middle one of the newest trades of ` +
      on.map((name) => NAMES[name]).join(', '),
    'markets open when three venues of a product answer, and close while fewer do',
  ]
  if (!on.includes('coinbase'))
    notes.push('Coinbase is off: its terms restrict indexes (--coinbase)')
  if (without.length > 0) {
    notes.push(`not offered, because three free venues are missing: ${without.join(', ')}`)
  }
  return notes
}
