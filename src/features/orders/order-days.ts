/** The days of a list of orders, and what the orders of each came to. */
import type { Order } from '#contract/order.ts'
import { dayOf } from '#data/day-range.ts'

export interface OrderDay {
  /** A moment of the day, in ms. */
  at: number
  /** The sum of the results, in minor units; null while some of the day's orders may be missing. */
  result: bigint | null
}

/**
 * The day of the device's calendar that begins with an order, by that order's id. `orders` are newest first by
 * `timeOf`, and `isWhole` says that none are missing at their end.
 */
export function orderDays(
  orders: readonly Order[],
  timeOf: (order: Order) => number,
  isWhole: boolean,
): ReadonlyMap<string, OrderDay> {
  const days = new Map<string, { at: number; result: bigint | null }>()
  let last: { day: string; its: { at: number; result: bigint | null } } | null = null
  for (const order of orders) {
    const at = timeOf(order)
    const day = dayOf(at)
    if (last === null || last.day !== day) {
      last = { day, its: { at, result: 0n } }
      days.set(order.id, last.its)
    }
    last.its.result = (last.its.result ?? 0n) + (order.profitAndLoss ?? 0n)
  }
  if (last !== null && !isWhole) last.its.result = null
  return days
}
