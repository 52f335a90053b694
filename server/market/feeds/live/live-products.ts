/** Which products are offered live, given the lines that are on. */
import { VENUES_NEEDED, type VenueName, venueName } from '#contract/index-price.ts'
import { basisPoints } from '#contract/scalars.ts'
import { countNeeded, type LineName, lineOf } from '#contract/venue-lines.ts'
import { type CatalogueProduct, withSource } from '#server/market/catalogue.ts'
import { LIVE_SOURCES, type LiveSource } from '#server/market/feeds/live/sources.ts'

/** The operators that feed a product by one of the lines that are on, with the symbol there. Each is there once. */
function feedersOf(
  { kind, symbols }: LiveSource,
  on: readonly LineName[],
): { venue: VenueName; line: LineName; symbol: string }[] {
  return venueName.options.flatMap((venue) => {
    const line = lineOf(venue, kind)
    const symbol = symbols[venue]
    return line !== undefined && symbol !== undefined && on.includes(line)
      ? [{ venue, line, symbol }]
      : []
  })
}

/** The symbol of a product on a line. Undefined if the line does not feed it. */
export function symbolAt(productSymbol: string, line: LineName): string | undefined {
  const source = LIVE_SOURCES[productSymbol]
  return source && feedersOf(source, [line])[0]?.symbol
}

/** Whether a line that serves a product sends a trade of it within any minute. */
export const isBusy = (productSymbol: string): boolean =>
  LIVE_SOURCES[productSymbol]?.isBusy ?? false

/**
 * The products with enough venues, with the terms of their prices, and the symbols of all others. `asked`: symbols of
 * optional products that are offered too.
 */
export function liveProducts(
  catalogue: readonly CatalogueProduct[],
  on: readonly LineName[],
  asked: readonly string[] = [],
): { products: CatalogueProduct[]; without: string[] } {
  const products: CatalogueProduct[] = []
  const without: string[] = []
  for (const product of catalogue) {
    const source = LIVE_SOURCES[product.symbol]
    if (source?.isOptional === true && !asked.includes(product.symbol)) continue
    const feeders = source === undefined ? [] : feedersOf(source, on)
    if (source === undefined || countNeeded(feeders.map(({ venue }) => venue)) < VENUES_NEEDED)
      without.push(product.symbol)
    else {
      const { kind, freshMs, lateMs, spreadBps, leadMs } = source
      products.push(
        withSource(product, {
          index: {
            venues: feeders.map(({ venue }) => venue),
            symbols: Object.fromEntries(feeders.map(({ venue, symbol }) => [venue, symbol])),
            decimals: product.priceDecimals,
            ...(kind === 'perpetual' && { perpetual: true }),
            needed: VENUES_NEEDED,
            freshMs,
            lateMs,
            spreadBps: basisPoints.parse(spreadBps),
            leadMs,
          },
        }),
      )
    }
  }
  return { products, without }
}
