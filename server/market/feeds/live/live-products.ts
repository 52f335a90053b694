/** Which products are offered live, given the venues that are on. */
import { VENUES_NEEDED, type VenueName, venueName } from '#contract/index-price.ts'
import { basisPoints } from '#contract/scalars.ts'
import { type CatalogueProduct, withIndex } from '#server/market/catalogue.ts'
import { LIVE_SOURCES } from '#server/market/feeds/live/sources.ts'

/** The symbol of a product at a venue. Undefined if the venue does not feed it. */
export const symbolAt = (productSymbol: string, venue: VenueName): string | undefined =>
  LIVE_SOURCES[productSymbol]?.symbols[venue]

/** The products with enough venues, with the terms of their prices, and the symbols of all others. */
export function liveProducts(
  catalogue: readonly CatalogueProduct[],
  on: readonly VenueName[],
): { products: CatalogueProduct[]; without: string[] } {
  const products: CatalogueProduct[] = []
  const without: string[] = []
  for (const product of catalogue) {
    const source = LIVE_SOURCES[product.symbol]
    const venues = venueName.options.filter(
      (name) => on.includes(name) && source?.symbols[name] !== undefined,
    )
    if (source === undefined || venues.length < VENUES_NEEDED) without.push(product.symbol)
    else {
      const { freshMs, lateMs, spreadBps, leadMs } = source
      products.push(
        withIndex(product, {
          venues,
          symbols: Object.fromEntries(venues.map((name) => [name, source.symbols[name]])),
          decimals: product.priceDecimals,
          needed: VENUES_NEEDED,
          freshMs,
          lateMs,
          spreadBps: basisPoints.parse(spreadBps),
          leadMs,
        }),
      )
    }
  }
  return { products, without }
}
