import type { Order } from '#contract/order.ts'
import { mergeBy } from '#lib/paged-list.ts'

const FINAL = new Set(['won', 'lost', 'draw', 'void'])
export const isSettled = (order: Order): boolean => FINAL.has(order.status)

/** One list without doubles, newest first: an older word of an order never takes the place of a newer one. */
export const mergeOrders = mergeBy<Order>((order) =>
  isSettled(order) ? 2 : order.status === 'live' ? 1 : 0,
)
