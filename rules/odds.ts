/** The expected value of orders, computed exactly, as the page about the odds shows it. */
import { payoutOf, profitOf, WHOLE_BPS } from '#rules/payout.ts'

/** A share of wins as an exact fraction: `wins` of `of` orders. */
export interface WinShare {
  wins: number
  of: number
}

/** The terms of an order: the stake in minor units (1/100), the payout rate in basis points. */
export interface OrderTerms {
  stake: bigint
  rateBps: number
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))

/**
 * The exact share of wins, in lowest terms, at which orders of these terms lose nothing: 20 of 37 for 100.00 at a
 * payout rate of 85 %.
 */
export function breakEvenShare({ stake, rateBps }: OrderTerms): WinShare {
  const payout = payoutOf(stake, rateBps)
  const by = divisor(stake, payout)
  return { wins: Number(stake / by), of: Number(payout / by) }
}

/**
 * The total result, in signed minor units, if this many orders win and the others lose. Throws a RangeError for an
 * impossible number of wins.
 */
export function resultOf({ stake, rateBps }: OrderTerms, { wins, of }: WinShare): bigint {
  if (wins < 0 || wins > of) throw new RangeError(`${wins} wins of ${of} orders`)
  return BigInt(wins) * profitOf(stake, rateBps) - BigInt(of - wins) * stake
}

/** The share of users, in basis points, who end with a loss after `orders` orders with even chances. */
export function losersShare(terms: OrderTerms, orders: number): number {
  let ways = 1n
  let losing = 0n
  for (let wins = 0; wins <= orders; wins++) {
    if (resultOf(terms, { wins, of: orders }) >= 0n) break
    losing += ways
    ways = (ways * BigInt(orders - wins)) / BigInt(wins + 1)
  }
  const all = 2n ** BigInt(orders)
  // Rounded half up to the nearest integer, which is at most 10,000 and so a safe number.
  return Number((losing * BigInt(2 * WHOLE_BPS) + all) / (2n * all))
}
