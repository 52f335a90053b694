/**
 * A measured win rate with what it can be compared with: the interval that luck leaves open, and the rate at which
 * nothing is lost.
 */
import { WHOLE_BPS } from '#rules/payout.ts'

/** Decided orders: `won` plus `lost`. Draws and voids return the stake and count as neither. */
export interface DecidedOrders {
  won: number
  lost: number
  /** The sum of their stakes, in minor units. */
  stake: bigint
  /** The sum of what each of them pays, or would have paid, if it wins: stake plus profit, in minor units. */
  payout: bigint
}

/** Whole basis points: 5000 is half of the orders. */
export interface WinRate {
  rate: number
  /** The ends of the 95 % interval, rounded outwards, so that it is never narrower than it should be. */
  low: number
  high: number
  /** The rate at which these orders lose nothing, weighted by their stakes and rounded up. */
  breakEven: number
  /** `above` and `below`: the whole interval is. `unclear`: the interval contains the break-even rate. */
  compared: 'above' | 'unclear' | 'below'
}

/** The 97.5 % quantile of the standard normal distribution: 95 % lie between −Z and Z. */
const Z = 1.959_963_984_540_054
const Z_SQUARED = Z * Z

/**
 * The Wilson score interval of `won` successes in `of` trials, as shares. It contains exactly the true rates that a
 * two-sided score test at 5 % does not reject, and behaves well for few trials and for rates near 0 and 1.
 *
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American
 * Statistical Association 22 (1927), 209–212. Recommended over the Wald interval by L. D. Brown, T. T. Cai and
 * A. DasGupta, Interval estimation for a binomial proportion, Statistical Science 16 (2001), 101–133.
 *
 * Throws a RangeError unless `of` is positive and `won` a whole number from 0 to `of`.
 */
export function wilsonInterval(won: number, of: number): { low: number; high: number } {
  const valid = Number.isSafeInteger(won) && Number.isSafeInteger(of) && won >= 0 && won <= of
  if (!valid || of === 0) throw new RangeError(`${won} of ${of}`)
  const centre = (won + Z_SQUARED / 2) / (of + Z_SQUARED)
  const half = (Z / (of + Z_SQUARED)) * Math.sqrt((won * (of - won)) / of + Z_SQUARED / 4)
  return {
    low: won === 0 ? 0 : Math.max(0, centre - half),
    high: won === of ? 1 : Math.min(1, centre + half),
  }
}

/**
 * The share of wins, in basis points, at which orders with these sums lose nothing if all are equally likely to win:
 * stakes over payouts. Larger orders therefore weigh more. Rounded up, so it is never lower than the exact share.
 */
export const breakEvenOf = ({ stake, payout }: Pick<DecidedOrders, 'stake' | 'payout'>): number =>
  Number((stake * BigInt(WHOLE_BPS) + payout - 1n) / payout)

/** The win rate of decided orders; null if none was decided. */
export function winRateOf(orders: DecidedOrders): WinRate | null {
  const { won, lost } = orders
  const of = won + lost
  if (of === 0) return null
  const interval = wilsonInterval(won, of)
  const low = Math.floor(interval.low * WHOLE_BPS)
  const high = Math.ceil(interval.high * WHOLE_BPS)
  const breakEven = breakEvenOf(orders)
  const compared = low > breakEven ? 'above' : high < breakEven ? 'below' : 'unclear'
  return { rate: Math.round((won * WHOLE_BPS) / of), low, high, breakEven, compared }
}
