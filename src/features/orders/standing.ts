import type { Direction } from '#contract/scalars.ts'

/** How an order would end if it ended at this price: the rule's comparison, nothing more. */
export type Standing = 'winning' | 'losing' | 'level'

export interface Standable {
  direction: Direction
  stake: bigint
  payout: bigint
  entry: { price: number } | null
}

/** Null until the entry tick is there, or while no price is. */
export function standingOf(order: Standable, price: number | null): Standing | null {
  if (order.entry === null || price === null) return null
  if (price === order.entry.price) return 'level'
  return price > order.entry.price === (order.direction === 'up') ? 'winning' : 'losing'
}

/** Profit and loss if it ended so, minor units. */
export function resultIf(order: Standable, standing: Standing): bigint {
  if (standing === 'level') return 0n
  return standing === 'winning' ? order.payout - order.stake : -order.stake
}
