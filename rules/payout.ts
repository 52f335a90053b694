/** What a stake can win: the profit is rounded down, and the payout is stake plus profit. */
import type { Order } from '#contract/order.ts'

/** The whole in basis points: 100 %. */
export const WHOLE_BPS = 10_000

function checkRate(rateBps: number): void {
  if (!Number.isInteger(rateBps) || rateBps < 0) throw new RangeError(`payout rate ${rateBps}`)
}

/**
 * The profit of a win in minor units, rounded down so that it never exceeds the rate. Throws a RangeError unless the
 * stake is positive and the rate a non-negative integer.
 */
export function profitOf(stake: bigint, rateBps: number): bigint {
  checkRate(rateBps)
  if (stake <= 0n) throw new RangeError(`stake ${stake}`)
  return (stake * BigInt(rateBps)) / BigInt(WHOLE_BPS)
}

/** The total returned on a win, stake plus profit, in minor units. */
export function payoutOf(stake: bigint, rateBps: number): bigint {
  return stake + profitOf(stake, rateBps)
}

/**
 * The share of wins, in basis points, at which orders of this stake neither win nor lose. It is based on the actual
 * payout and rounded up, so it is never lower than the exact share.
 */
export function breakEvenRate(stake: bigint, rateBps: number): number {
  const payout = payoutOf(stake, rateBps)
  return Number((stake * BigInt(WHOLE_BPS) + payout - 1n) / payout)
}

/** The result of an order in minor units (returned minus stake) by its terms; null if the status is not final. */
export function profitAndLossOf({
  status,
  stake,
  payoutRate,
}: Pick<Order, 'status' | 'stake' | 'payoutRate'>): bigint | null {
  if (status === 'won') return profitOf(stake, payoutRate)
  if (status === 'lost') return -stake
  return status === 'draw' || status === 'void' ? 0n : null
}

/** The terms of an order in money: minor units (1/100), and the break-even rate in basis points. */
export interface QuoteTerms {
  payout: bigint
  profit: bigint
  loss: bigint
  breakEvenRate: number
}

/** Computes what the user agrees to with the last tap of an order. */
export function quoteTerms(stake: bigint, rateBps: number): QuoteTerms {
  return {
    payout: payoutOf(stake, rateBps),
    profit: profitOf(stake, rateBps),
    loss: stake,
    breakEvenRate: breakEvenRate(stake, rateBps),
  }
}
