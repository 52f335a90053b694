/** A user's own results: how settled orders ended, summed by day, product, duration and direction. */
import { z } from 'zod/mini'
import {
  basisPoints,
  day,
  direction,
  money,
  orderId,
  signedMoney,
  symbol,
  timeMs,
} from '#contract/scalars.ts'

/** The longest period in days, ten years. Without a period, everything since the account was opened counts. */
export const RESULTS_MAX_DAYS = 3_660

const count = z.int().check(z.nonnegative())

/** The win rate with what it is compared with (rules/win-rate.ts), in basis points. */
export const winRate = z.object({
  rate: basisPoints,
  /** The ends of the 95 % Wilson interval, rounded outwards. */
  low: basisPoints,
  high: basisPoints,
  /** The rate at which these orders would have lost nothing, weighted by their stakes. */
  breakEven: basisPoints,
  /** `unclear` if the interval contains the break-even rate: then luck alone can explain the result. */
  compared: z.enum(['above', 'unclear', 'below']),
})
export type WinRate = z.infer<typeof winRate>

/**
 * The figures of a group of settled orders. `orders` is the sum of the four outcomes. Draws and voids return the stake:
 * they change no result and do not count in the win rate.
 */
export const orderFigures = z.object({
  orders: count,
  won: count,
  lost: count,
  draw: count,
  void: count,
  /** The sum of the stakes of all these orders. */
  staked: money,
  profitAndLoss: signedMoney,
  /** Null if none of the orders won or lost. */
  winRate: z.nullable(winRate),
})
/** Parsed figures of a group. Amounts are bigint minor units (1/100). */
export type OrderFigures = z.infer<typeof orderFigures>

/** The order that won or lost most; of several the one that was settled first. */
const extremeOrder = z.object({
  id: orderId,
  symbol,
  profitAndLoss: signedMoney,
  settledAt: timeMs,
})
const extremeDay = z.object({ day, profitAndLoss: signedMoney })

/**
 * The reply of `GET /results`. An order belongs to the day (UTC) on which it was settled. Orders that were ended by a
 * compensation have no result and are not counted.
 */
export const results = z.object({
  /** When the figures were computed. */
  at: timeMs,
  /** The first day of the period; null for everything since the account was opened. */
  from: z.nullable(day),
  /** The last day of the period: the current one. */
  to: day,
  all: orderFigures,
  /** The days on which an order was settled, in order. `total` is the result from the start of the period on. */
  days: z.array(z.extend(orderFigures, { day, total: signedMoney })),
  /** Ordered by the number of orders, most first. */
  products: z.array(z.extend(orderFigures, { symbol })),
  /** Ordered by duration. */
  durations: z.array(z.extend(orderFigures, { durationMs: z.int().check(z.positive()) })),
  /** Up before down. */
  directions: z.array(z.extend(orderFigures, { direction })),
  /** The largest win and the largest loss; null if no order won or lost. */
  bestOrder: z.nullable(extremeOrder),
  worstOrder: z.nullable(extremeOrder),
  /** The days with the highest profit and the highest loss, the earliest of several; null if none has one. */
  bestDay: z.nullable(extremeDay),
  worstDay: z.nullable(extremeDay),
  /**
   * The total assets, as the balance counts them: at the start of the period, and at the end of each day on which they
   * changed. Results of orders count on the day of their settlement, everything else on the day of its ledger record.
   */
  assets: z.object({ before: signedMoney, days: z.array(z.object({ day, total: signedMoney })) }),
})
/** The parsed results of a user. */
export type Results = z.infer<typeof results>
