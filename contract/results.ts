/** A user's own results: how settled orders ended, summed by day, product, duration and direction. */
import { z } from 'zod'
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

const count = z.int().nonnegative()

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
/** A parsed win rate. */
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
  winRate: winRate.nullable(),
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
  from: day.nullable(),
  /** The last day of the period: the current one. */
  to: day,
  all: orderFigures,
  /** The days on which an order was settled, in order. `total` is the result from the start of the period on. */
  days: z.array(orderFigures.extend({ day, total: signedMoney })),
  /** Ordered by the number of orders, most first. */
  products: z.array(orderFigures.extend({ symbol })),
  /** Ordered by duration. */
  durations: z.array(orderFigures.extend({ durationMs: z.int().positive() })),
  /** Up before down. */
  directions: z.array(orderFigures.extend({ direction })),
  /** The largest win and the largest loss; null if no order won or lost. */
  bestOrder: extremeOrder.nullable(),
  worstOrder: extremeOrder.nullable(),
  /** The days with the highest profit and the highest loss, the earliest of several; null if none has one. */
  bestDay: extremeDay.nullable(),
  worstDay: extremeDay.nullable(),
  /**
   * The total assets, as the balance counts them: at the start of the period, and at the end of each day on which they
   * changed. Results of orders count on the day of their settlement, everything else on the day of its ledger record.
   */
  assets: z.object({ before: signedMoney, days: z.array(z.object({ day, total: signedMoney })) }),
})
/** The parsed results of a user. */
export type Results = z.infer<typeof results>
