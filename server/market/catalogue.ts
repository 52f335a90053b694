/** The catalogue: every product with its decimals, market hours and terms. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  type DealerTerms,
  dealerTerms,
  type IndexTerms,
  indexTerms,
  type ProductClass,
  type ProductTerms,
  productTerms,
} from '#contract/product.ts'
import { productId, symbol, type ProductId, type Symbol } from '#contract/scalars.ts'
import { formatAmount } from '#rules/amounts.ts'
import { type CalendarName, CALENDARS } from '#rules/calendar.ts'
import { RULE_VERSION } from '#rules/settle.ts'

export interface CatalogueProduct {
  id: ProductId
  symbol: Symbol
  class: ProductClass
  priceDecimals: number
  sizeDecimals: number
  quoteCurrency: string
  calendar: CalendarName
  terms: ProductTerms
}

/** The profit of a win in basis points of the stake, by duration in seconds. */
const PAYOUT_RATES: Record<ProductClass, readonly (readonly [number, number])[]> = {
  futures: [
    [30, 8_000],
    [60, 8_300],
    [120, 8_500],
    [180, 8_700],
    [300, 8_900],
    [900, 9_200],
  ],
  forex: [
    [30, 8_000],
    [60, 8_200],
    [120, 8_400],
    [180, 8_600],
    [300, 8_800],
    [900, 9_100],
  ],
  virtual: [
    [30, 8_000],
    [60, 8_400],
    [120, 8_600],
    [180, 8_800],
    [300, 9_000],
    [900, 9_200],
  ],
}

/** Limits of stakes and open positions, in minor units. Major products have higher limits than the others. */
const LIMITS = {
  major: { stakeMin: 100n, stakeMax: 500_000n, maxOpenStake: 2_500_000n },
  minor: { stakeMin: 100n, stakeMax: 200_000n, maxOpenStake: 1_000_000n },
} as const
const MAX_OPEN_POSITIONS = 20

/**
 * The maximum distance of a tick from the one before it, in basis points. It is several times the largest move ever
 * seen in one second.
 */
const BAND_BPS: Record<ProductClass, number> = { futures: 300, forex: 100, virtual: 1_000 }

interface Offer {
  class: ProductClass
  limits: keyof typeof LIMITS
}

/**
 * The canonical text of the terms, from which anyone can recompute the id that a receipt carries. Only terms of live
 * products and of a dealer's say what a price is made of. The band is last (rules/sanity-band.ts).
 */
export function termsText(symbol: string, terms: Omit<ProductTerms, 'termsId'>): string {
  return JSON.stringify({
    symbol,
    ruleVersion: terms.ruleVersion,
    durations: terms.durations.map(({ durationMs, payoutRate }) => [durationMs, payoutRate]),
    stakeMin: formatAmount(terms.stakeMin),
    stakeMax: formatAmount(terms.stakeMax),
    maxOpenPositions: terms.maxOpenPositions,
    maxOpenStake: formatAmount(terms.maxOpenStake),
    index: terms.index,
    dealer: terms.dealer,
    bandBps: terms.bandBps,
  })
}

const storedTerms = z.object({
  ruleVersion: z.int(),
  durations: z.array(z.tuple([z.int(), z.int()])),
  stakeMin: z.string(),
  stakeMax: z.string(),
  maxOpenPositions: z.int(),
  maxOpenStake: z.string(),
  index: z.optional(indexTerms),
  dealer: z.optional(dealerTerms),
  bandBps: z.int().optional(),
})

/** Reads the canonical text of terms. Terms from before there were bands have the product's. */
export function readTerms(termsId: string, text: string, product: CatalogueProduct): ProductTerms {
  const {
    durations,
    bandBps = product.terms.bandBps,
    ...terms
  } = storedTerms.parse(JSON.parse(text))
  return productTerms.parse({
    termsId,
    ...terms,
    durations: durations.map(([durationMs, payoutRate]) => ({ durationMs, payoutRate })),
    bandBps,
  })
}

const termsIdOf = (symbol: string, terms: Omit<ProductTerms, 'termsId'>): string =>
  createHash('sha256').update(termsText(symbol, terms)).digest('hex').slice(0, 16)

function termsOf(symbol: string, offer: Offer): ProductTerms {
  const terms = {
    ruleVersion: RULE_VERSION,
    durations: PAYOUT_RATES[offer.class].map(([seconds, payoutRate]) => ({
      durationMs: seconds * 1000,
      payoutRate,
    })),
    maxOpenPositions: MAX_OPEN_POSITIONS,
    ...LIMITS[offer.limits],
    bandBps: BAND_BPS[offer.class],
  }
  return { termsId: termsIdOf(symbol, terms), ...terms }
}

/** The product with the terms of a live or of a dealer's price. */
export function withSource(
  product: CatalogueProduct,
  source: { index: IndexTerms } | { dealer: DealerTerms },
): CatalogueProduct {
  const { termsId: _, ...others } = product.terms
  const terms = { ...others, ...source }
  return { ...product, terms: { termsId: termsIdOf(product.symbol, terms), ...terms } }
}

type Row = readonly [
  id: number,
  symbol: string,
  priceDecimals: number,
  sizeDecimals: number,
  quoteCurrency: string,
  limits: keyof typeof LIMITS,
]

/** Sizes count lots (futures), units of the base currency (forex) or coins (virtual). */
const ROWS: Record<ProductClass, readonly Row[]> = {
  futures: [
    [1, 'GC', 1, 0, 'USD', 'major'],
    [2, 'SI', 3, 0, 'USD', 'major'],
    [3, 'USOIL', 3, 0, 'USD', 'major'],
    [4, 'UKOIL', 2, 0, 'USD', 'minor'],
    [5, 'NG', 3, 0, 'USD', 'minor'],
    [6, 'HG', 4, 0, 'USD', 'minor'],
    [7, 'ES', 2, 0, 'USD', 'major'],
    [8, 'NQ', 2, 0, 'USD', 'major'],
  ],
  forex: [
    [9, 'EURUSD', 5, 0, 'USD', 'major'],
    [10, 'GBPUSD', 5, 0, 'USD', 'major'],
    [11, 'USDJPY', 3, 0, 'JPY', 'major'],
    [12, 'AUDUSD', 5, 0, 'USD', 'minor'],
    [13, 'NZDUSD', 5, 0, 'USD', 'minor'],
    [14, 'USDCAD', 5, 0, 'CAD', 'minor'],
    [15, 'USDCHF', 5, 0, 'CHF', 'minor'],
    [16, 'EURJPY', 3, 0, 'JPY', 'minor'],
    [17, 'XAUUSD', 3, 0, 'USD', 'major'],
  ],
  virtual: [
    [18, 'BTCUSDT', 2, 8, 'USDT', 'major'],
    [19, 'ETHUSDT', 2, 8, 'USDT', 'major'],
    [20, 'SOLUSDT', 2, 4, 'USDT', 'minor'],
    [21, 'BNBUSDT', 2, 4, 'USDT', 'minor'],
    [22, 'XRPUSDT', 4, 1, 'USDT', 'minor'],
    [23, 'LTCUSDT', 2, 4, 'USDT', 'minor'],
    [24, 'DOGEUSDT', 5, 0, 'USDT', 'minor'],
    [25, 'ADAUSDT', 4, 1, 'USDT', 'minor'],
    [26, 'AVAXUSDT', 3, 2, 'USDT', 'minor'],
  ],
}

const productOf = (of: ProductClass, row: Row): CatalogueProduct => {
  const [id, name, priceDecimals, sizeDecimals, quoteCurrency, limits] = row
  return {
    id: productId.parse(id),
    symbol: symbol.parse(name),
    class: of,
    priceDecimals,
    sizeDecimals,
    quoteCurrency,
    calendar: CALENDARS[of],
    terms: termsOf(name, { class: of, limits }),
  }
}

/** All products, ordered by id. */
export const PRODUCTS: readonly CatalogueProduct[] = (
  ['futures', 'forex', 'virtual'] as const
).flatMap((of) => ROWS[of].map((row) => productOf(of, row)))

/** Contracts in USDT that only a live feed offers. They are no other product's price: those are quoted in USD. */
const LIVE_ROWS: readonly Row[] = [
  [27, 'XAUUSDT', 2, 4, 'USDT', 'minor'],
  [28, 'XAGUSDT', 3, 3, 'USDT', 'minor'],
  [29, 'CLUSDT', 3, 2, 'USDT', 'minor'],
  [30, 'BZUSDT', 3, 2, 'USDT', 'minor'],
]
/** A token that only a live feed offers. It is no other product's price either. */
const LIVE_TOKENS: readonly Row[] = [[31, 'XAUTUSDT', 2, 4, 'USDT', 'minor']]

/** The products that a live feed can offer, ordered by id. */
export const LIVE_CATALOGUE: readonly CatalogueProduct[] = [
  ...PRODUCTS,
  ...LIVE_ROWS.map((row) => productOf('futures', row)),
  ...LIVE_TOKENS.map((row) => productOf('virtual', row)),
]
