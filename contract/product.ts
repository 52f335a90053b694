/** A product: what can be traded, under which terms, and whether its market is open. */
import { z } from 'zod/mini'
import { dealerName, instrumentName } from '#contract/dealer-quote.ts'
import { venueName } from '#contract/index-price.ts'
import { basisPoints, priceSource, money, productId, symbol, timeMs } from '#contract/scalars.ts'

/** The class of a product, by which lists group and filter. */
export const productClass = z.enum(['futures', 'forex', 'virtual'])
export type ProductClass = z.infer<typeof productClass>

/**
 * Whether the market of a product is open. `closed` follows the calendar; `halted` applies to every user. While it is
 * `catching_up`, no orders are taken: after an outage the prices that were missed are added, and a live product waits
 * for its venues. `opensAt` is null where the time is unknown.
 */
export const marketSession = z.object({
  state: z.enum(['open', 'closed', 'halted', 'catching_up']),
  opensAt: z.nullable(timeMs),
  closesAt: z.nullable(timeMs),
})
export type MarketSession = z.infer<typeof marketSession>

/** The longest duration that may be offered. How far an outage is filled follows from it (rules/outage.ts). */
export const DURATION_MAX_MS = 900_000

/** One offered duration. The profit of a win is stake × payoutRate, rounded down to the minor unit. */
export const durationTerms = z.object({
  durationMs: z.int().check(z.positive(), z.lte(DURATION_MAX_MS)),
  payoutRate: basisPoints,
})

/**
 * What the price of a live product is made of: the middle one of the newest trades of these venues that are not
 * older than `freshMs`. A trade that arrived more than `lateMs` after it was made is never fresh. There is no price
 * while fewer than `needed` are fresh, or while they are more than `spreadBps` apart. Readers of receipts know the
 * price's `decimals` from here, and the product's symbol at each venue.
 */
export const indexTerms = z.object({
  venues: z.array(venueName).check(z.minLength(1)),
  symbols: z.partialRecord(venueName, z.string().check(z.maxLength(24))),
  decimals: z.int().check(z.gte(0), z.lte(12)),
  /** True if the symbols are those of perpetual contracts. Missing for spot trades. */
  perpetual: z.optional(z.boolean()),
  needed: z.int().check(z.positive()),
  freshMs: z.int().check(z.positive()),
  /** Missing in terms from before the venues' stamps decided: by them a trade is as old as its arrival. */
  lateMs: z.optional(z.int().check(z.positive())),
  spreadBps: basisPoints,
  /**
   * An order starts at least so long after the server accepted it, in ms. Until then the price has followed what
   * anyone could see at a faster venue.
   */
  leadMs: z.int().check(z.nonnegative()),
})
/** The parsed terms of a live price. */
export type IndexTerms = z.infer<typeof indexTerms>

/**
 * What the price of a dealer's product is made of: the middle of the newest quote of this dealer that is not older
 * than `freshMs`. The fields that `indexTerms` has too mean the same, with a quote in place of trades: there is no
 * price while bid and ask are more than `spreadBps` apart. No one but the dealer and the operator can look a quote up.
 */
export const dealerTerms = z.object({
  dealer: dealerName,
  instrument: instrumentName,
  decimals: z.int().check(z.gte(0), z.lte(12)),
  freshMs: z.int().check(z.positive()),
  lateMs: z.int().check(z.positive()),
  spreadBps: basisPoints,
  leadMs: z.int().check(z.nonnegative()),
})
/** The parsed terms of a dealer's price. */
export type DealerTerms = z.infer<typeof dealerTerms>

/** The terms that bind an order on this product. `termsId` changes whenever any of them changes. */
export const productTerms = z.object({
  termsId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  ruleVersion: z.int().check(z.positive()),
  durations: z.array(durationTerms).check(z.minLength(1)),
  stakeMin: money,
  stakeMax: money,
  /** Maximum number of open positions per user on this product. */
  maxOpenPositions: z.int().check(z.positive()),
  /** Maximum sum of open stakes per user on this product. */
  maxOpenStake: money,
  /** Maximum distance of a tick from the one before it. Ticks further away are rejected (rules/sanity-band.ts). */
  bandBps: basisPoints,
  /** Where a live price comes from. Missing for all other prices. */
  index: z.optional(indexTerms),
  /** Where a dealer's price comes from. Missing for all other prices. */
  dealer: z.optional(dealerTerms),
})
/** Parsed terms of a product. Amounts are bigint minor units (1/100). */
export type ProductTerms = z.infer<typeof productTerms>

/** How a recording is replayed. Anyone who has the recording can know its prices in advance. */
export const replayFacts = z.object({
  /** Whether the recording starts again at its end. */
  repeats: z.boolean(),
  /** True if bars play faster than real time, so that the few prices of a bar show where it goes. */
  fastBars: z.boolean(),
  /** True if prices can be watched and not traded. Its session is then `closed`. */
  watchOnly: z.boolean(),
  /** The moment of the recording that played first. Earlier prices are the history of the charts. */
  recordedAt: timeMs,
  /** When that moment played. Times of all prices are shifted by the difference. */
  startedAt: timeMs,
})
export type ReplayFacts = z.infer<typeof replayFacts>

/**
 * A product as `GET /products` lists it. Prices are integers: the decimal point is `priceDecimals` digits from the
 * right.
 */
export const product = z.object({
  id: productId,
  symbol,
  class: productClass,
  priceDecimals: z.int().check(z.gte(0), z.lte(8)),
  sizeDecimals: z.int().check(z.gte(0), z.lte(8)),
  /** The unit of the price, for example USD. */
  quoteCurrency: z.string(),
  source: priceSource,
  /** True if the ticks are derived from recorded bars: open, nearer extreme, other extreme and close of each bar. */
  fromBars: z.boolean(),
  /** Null unless the source is a recording. */
  replay: z.nullable(replayFacts),
  terms: productTerms,
  session: marketSession,
  /**
   * Only of live products: candles that open before this time are a venue's public ones, from before the log. They
   * decide nothing.
   */
  logStartsAt: z.optional(timeMs),
})
export type Product = z.infer<typeof product>

/** The intervals shorter than a minute. Only the newest of their candles exist, in the server's memory. */
export const SHORT_INTERVALS = ['1s', '5s', '15s'] as const
/** The intervals whose candles are stored. */
export const STORED_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const
/** The intervals of candles, shortest first. */
export const INTERVALS = [...SHORT_INTERVALS, ...STORED_INTERVALS] as const
/** The interval of a candle. Intervals are aligned to UTC. */
export const interval = z.enum(INTERVALS)
export type Interval = z.infer<typeof interval>

/** `[openTimeMs, open, high, low, close, volume]`. Prices and volume are scaled integers of the product. */
export const candle = z.tuple([
  timeMs,
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int().check(z.nonnegative()),
])
export type Candle = z.infer<typeof candle>
