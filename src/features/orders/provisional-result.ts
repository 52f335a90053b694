import type { Direction } from '#contract/scalars.ts'

/** How an order would end at this price, by the rule's comparison. */
export type ProvisionalResult = 'winning' | 'losing' | 'level'

interface PricedOrder {
  direction: Direction
  stake: bigint
  payout: bigint
  entry: { price: number } | null
}

/** Null until the entry tick is known, or while there is no price. */
export function provisionalResultOf(
  order: PricedOrder,
  price: number | null,
): ProvisionalResult | null {
  if (order.entry === null || price === null) return null
  if (price === order.entry.price) return 'level'
  return price > order.entry.price === (order.direction === 'up') ? 'winning' : 'losing'
}

/** Profit or loss of this result, in minor units. */
export function resultIf(order: PricedOrder, result: ProvisionalResult): bigint {
  if (result === 'level') return 0n
  return result === 'winning' ? order.payout - order.stake : -order.stake
}
