/** What orders are worth on average, exactly: the arithmetic that the page about the odds shows. */
import { payoutOf, profitOf, WHOLE_BPS } from '#rules/payout.ts'

/** So many wins of so many orders, in lowest terms. */
export interface WinShare {
  wins: number
  of: number
}

/** What an order agrees to: minor units, basis points. */
export interface OrderTerms {
  stake: bigint
  rateBps: number
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))

/** How often orders must win to lose nothing, exactly: 20 of 37 for 100.00 at a payout rate of 85 %. */
export function breakEvenShare({ stake, rateBps }: OrderTerms): WinShare {
  const payout = payoutOf(stake, rateBps)
  const by = divisor(stake, payout)
  return { wins: Number(stake / by), of: Number(payout / by) }
}

/** What all orders together come to when this many win and the rest lose; minor units, with a sign. */
export function resultOf({ stake, rateBps }: OrderTerms, { wins, of }: WinShare): bigint {
  if (wins < 0 || wins > of) throw new RangeError(`${wins} wins of ${of} orders`)
  return BigInt(wins) * profitOf(stake, rateBps) - BigInt(of - wins) * stake
}

/** Share of people, in basis points, who end with less than they began after `orders` guesses at even chances. */
export function losersShare(terms: OrderTerms, orders: number): number {
  let ways = 1n
  let losing = 0n
  for (let wins = 0; wins <= orders; wins++) {
    if (resultOf(terms, { wins, of: orders }) >= 0n) break
    losing += ways
    ways = (ways * BigInt(orders - wins)) / BigInt(wins + 1)
  }
  const all = 2n ** BigInt(orders)
  // Nearest, half up; from 0 to the whole, so well within a number.
  return Number((losing * BigInt(2 * WHOLE_BPS) + all) / (2n * all))
}
