/** What a stake can win: profit floors, the payout is stake plus profit, and how often one must win to lose nothing. */

/** 10,000 basis points are the whole. */
export const WHOLE_BPS = 10_000

function checkRate(rateBps: number): void {
  if (!Number.isInteger(rateBps) || rateBps < 0) throw new RangeError(`payout rate ${rateBps}`)
}

/** Minor units, floored: never more than the rate says. */
export function profitOf(stake: bigint, rateBps: number): bigint {
  checkRate(rateBps)
  if (stake <= 0n) throw new RangeError(`stake ${stake}`)
  return (stake * BigInt(rateBps)) / BigInt(WHOLE_BPS)
}

/** Total returned on a win: stake and profit, minor units. */
export function payoutOf(stake: bigint, rateBps: number): bigint {
  return stake + profitOf(stake, rateBps)
}

/**
 * Share of wins, in basis points, at which orders of this stake win and lose nothing. It is worked out from the payout
 * as it is paid, floored to the minor unit, and rounded up: never lower than the true share.
 */
export function breakEvenRate(stake: bigint, rateBps: number): number {
  const payout = payoutOf(stake, rateBps)
  return Number((stake * BigInt(WHOLE_BPS) + payout - 1n) / payout)
}

export interface QuoteTerms {
  payout: bigint
  profit: bigint
  loss: bigint
  breakEvenRate: number
}

/** What the last tap of an order would agree to, in money. */
export function quoteTerms(stake: bigint, rateBps: number): QuoteTerms {
  return {
    payout: payoutOf(stake, rateBps),
    profit: profitOf(stake, rateBps),
    loss: stake,
    breakEvenRate: breakEvenRate(stake, rateBps),
  }
}
