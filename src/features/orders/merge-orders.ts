import type { Order } from '#contract/order.ts'
import { mergeBy, newestFirst } from '#data/paged-list.ts'

const FINAL = new Set(['won', 'lost', 'draw', 'void'])
export const isSettled = (order: Order): boolean => FINAL.has(order.status)

const stageOf = (order: Order): number => (isSettled(order) ? 2 : order.status === 'live' ? 1 : 0)

/** One list without doubles, newest first: an older word of an order never takes the place of a newer one. */
export const mergeOrders = mergeBy(stageOf)

/** Closed positions, the one that closed last first. */
export const mergeClosed = mergeBy(
  stageOf,
  (a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0) || newestFirst(a, b),
)
