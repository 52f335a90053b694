import type { Order } from '#contract/order.ts'
import { mergeBy, newestFirst } from '#data/paged-list.ts'

/** Whether the order has ended: settled, or compensated without a result. */
export const isOver = ({ status }: Order): boolean => status !== 'open' && status !== 'live'
/** Whether the rule has decided the order, so that it has a result and a receipt. */
export const isSettled = (order: Order): boolean => isOver(order) && order.status !== 'compensated'
/** Whether a check found a fault in the order that is being examined. */
export const isFrozen = ({ frozen }: Order): boolean => frozen?.end === null

const stageOf = (order: Order): number => (isOver(order) ? 2 : order.status === 'live' ? 1 : 0)

/** Merges lists without duplicates, newest first. An older version of an order never replaces a newer one. */
export const mergeOrders = mergeBy(stageOf)

/** Closed positions, the last closed first. */
export const mergeClosed = mergeBy(
  stageOf,
  (a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0) || newestFirst(a, b),
)
