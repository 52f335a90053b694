/** A product: what can be traded, at which terms, and whether its market is open. */
import { z } from 'zod'
import { basisPoints, feedSource, money, productId, symbol, timeMs } from '#contract/scalars.ts'

export const productClass = z.enum(['futures', 'forex', 'virtual'])
export type ProductClass = z.infer<typeof productClass>

/** `closed` by the calendar, `halted` by the market for everybody; `opensAt` null when nobody can know. */
export const marketSession = z.object({
  state: z.enum(['open', 'closed', 'halted']),
  opensAt: timeMs.nullable(),
  closesAt: timeMs.nullable(),
})
export type MarketSession = z.infer<typeof marketSession>

/** One duration on offer. The profit of a win is floor(stake × payoutRate). */
export const durationTerms = z.object({ durationMs: z.int().positive(), payoutRate: basisPoints })

/** What an order on this product is bound to; `termsId` changes whenever anything here does. */
export const productTerms = z.object({
  termsId: z.string().regex(/^[0-9a-f]{16}$/),
  ruleVersion: z.int().positive(),
  durations: z.array(durationTerms).min(1),
  stakeMin: money,
  stakeMax: money,
  /** Open positions a user may hold on this product at once. */
  maxOpenPositions: z.int().positive(),
  /** Sum of open stakes a user may hold on this product at once. */
  maxOpenStake: money,
  /** How far a tick may be from the one before it; further is put aside (rules/sanity-band.ts). */
  bandBps: basisPoints,
})
export type ProductTerms = z.infer<typeof productTerms>

export const product = z.object({
  id: productId,
  symbol,
  class: productClass,
  priceDecimals: z.int().min(0).max(8),
  sizeDecimals: z.int().min(0).max(8),
  /** The unit of the price, for example USD. */
  quoteCurrency: z.string(),
  source: feedSource,
  /** The prices are recorded bars walked open, nearer extreme, other, close: four a bar, no real ticks. */
  fromBars: z.boolean(),
  terms: productTerms,
  session: marketSession,
})
export type Product = z.infer<typeof product>

export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const
export const interval = z.enum(INTERVALS)
export type Interval = z.infer<typeof interval>

/** `[openTimeMs, open, high, low, close, volume]`, prices and volume as scaled integers. */
export const candle = z.tuple([timeMs, z.int(), z.int(), z.int(), z.int(), z.int().nonnegative()])
export type Candle = z.infer<typeof candle>
