import type { Order } from '#contract/order.ts'

const FINAL = new Set(['won', 'lost', 'draw', 'void'])
export const isSettled = (order: Order): boolean => FINAL.has(order.status)

/** How far an order has come: an older word never takes the place of a newer one. */
const stage = (order: Order): number => (isSettled(order) ? 2 : order.status === 'live' ? 1 : 0)

const newestFirst = (a: Order, b: Order): number => (BigInt(b.id) > BigInt(a.id) ? 1 : -1)

/** One list without doubles, newest first, from pages and what the stream has pushed since. */
export function mergeOrders(...lists: readonly (readonly Order[])[]): Order[] {
  const byId = new Map<string, Order>()
  for (const order of lists.flat()) {
    const known = byId.get(order.id)
    if (known === undefined || stage(order) >= stage(known)) byId.set(order.id, order)
  }
  return [...byId.values()].sort(newestFirst)
}
