import type { Order } from '#contract/order.ts'
import { mergeBy, newestFirst } from '#data/paged-list.ts'

const FINAL = new Set(['won', 'lost', 'draw', 'void'])
export const isSettled = (order: Order): boolean => FINAL.has(order.status)

const stageOf = (order: Order): number => (isSettled(order) ? 2 : order.status === 'live' ? 1 : 0)

/** Merges lists without duplicates, newest first. An older version of an order never replaces a newer one. */
export const mergeOrders = mergeBy(stageOf)

/** Closed positions, the last closed first. */
export const mergeClosed = mergeBy(
  stageOf,
  (a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0) || newestFirst(a, b),
)
