/** The state of the positions topic: the user's open orders, and those that settled while the page was open. */
import type { Order } from '#contract/order.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestFirst } from '#streams/topics/newest-first.ts'
import type { Positions } from '#streams/types.ts'

const SETTLED_KEPT = 50
/** An order goes from `open` to `live` to any other status. */
const stageOf = ({ status }: Order): number => (status === 'open' ? 0 : status === 'live' ? 1 : 2)

const isFinal = (order: Order): boolean => stageOf(order) > 1
const without = (orders: readonly Order[], { id }: Order): Order[] =>
  orders.filter((order) => order.id !== id)

function apply({ open, settled }: Positions, order: Order): Positions {
  if (settled.some(({ id }) => id === order.id)) return { open, settled }
  const known = open.find(({ id }) => id === order.id)
  if (known !== undefined && stageOf(known) > stageOf(order)) return { open, settled }
  const others = without(open, order)
  return isFinal(order)
    ? { open: others, settled: [order, ...settled].slice(0, SETTLED_KEPT) }
    : { open: [order, ...others].sort(newestFirst), settled }
}

/**
 * Folds the positions topic. An order never returns to an earlier status. A snapshot replaces the open orders and
 * retains the settled ones.
 */
export const positionsFold: Fold<Order[], Order, Positions> = {
  snapshot: (orders, state) => ({
    open: orders.filter((order) => !isFinal(order)).sort(newestFirst),
    settled: state?.settled ?? [],
  }),
  delta: apply,
}
