/** The products whose price is one dealer's quote, with their terms. */
import { basisPoints } from '#contract/scalars.ts'
import { type CatalogueProduct, withSource } from '#server/market/catalogue.ts'
import type { Dealer } from '#server/market/feeds/live/dealer/dealer.ts'

/** The dealer's name of each instrument, by our symbol. */
const INSTRUMENTS: Readonly<Record<string, string>> = {
  EURUSD: 'EUR_USD',
  GBPUSD: 'GBP_USD',
  USDJPY: 'USD_JPY',
  AUDUSD: 'AUD_USD',
  NZDUSD: 'NZD_USD',
  USDCAD: 'USD_CAD',
  USDCHF: 'USD_CHF',
  EURJPY: 'EUR_JPY',
  XAUUSD: 'XAU_USD',
}

/**
 * The stream sends at most four prices per second, so a faster one of the same dealer is up to 250 ms ahead. `lateMs`,
 * an unnoticed leap of the dealer's clock and these 250 ms together are three quarters of the lead, as with venues
 * (sources.ts). No figure was measured at the dealer: in quiet hours a price may be lost for want of a quote within
 * `freshMs`.
 */
export const DEALER_LIMITS = {
  freshMs: 5_000,
  lateMs: 1_000,
  spreadBps: basisPoints.parse(20),
  leadMs: 2_000,
} as const

/** The products of the catalogue that the dealer has, with the terms of its quotes. */
export const dealerProducts = (
  catalogue: readonly CatalogueProduct[],
  { name }: Pick<Dealer, 'name'>,
): CatalogueProduct[] =>
  catalogue.flatMap((product) => {
    const instrument = INSTRUMENTS[product.symbol]
    if (instrument === undefined) return []
    const { priceDecimals: decimals } = product
    return [
      withSource(product, { dealer: { dealer: name, instrument, decimals, ...DEALER_LIMITS } }),
    ]
  })
