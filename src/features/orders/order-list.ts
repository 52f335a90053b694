/** Past orders as a list: how a newer version of an order replaces an older one, and which orders a filter accepts. */
import type { CallInput } from '#api/call.ts'
import { listOrders } from '#contract/endpoints/trading.ts'
import type { Order } from '#contract/order.ts'
import { type Symbol, symbol } from '#contract/scalars.ts'
import { readPage } from '#documents/read-page.ts'
import { isSettled, mergeClosed, mergeOrders } from '#features/orders/merge-orders.ts'
import { type DayRange, daysIn, momentsOf } from '#data/day-range.ts'
import { listKind, type Source } from '#data/use-paged-list.ts'

export const ORDER_OUTCOMES = ['won', 'lost', 'draw', 'void'] as const

export interface OrderFilter extends DayRange {
  status: 'settled' | 'all'
  symbol: Symbol | null
  outcome: (typeof ORDER_OUTCOMES)[number] | null
}

export const asSymbol = (text: string | null): Symbol | null => symbol.safeParse(text).data ?? null

/** The filter in a query string. */
export const orderFilterIn = (
  query: URLSearchParams,
  status: OrderFilter['status'],
): OrderFilter => ({
  status,
  symbol: asSymbol(query.get('symbol')),
  outcome: ORDER_OUTCOMES.find((one) => one === query.get('outcome')) ?? null,
  ...daysIn(query),
})

const allOrders = listKind<Order>(mergeOrders)
const closedOrders = listKind<Order>(mergeClosed)
export const orderListOf = ({ status }: OrderFilter) =>
  status === 'settled' ? closedOrders : allOrders

const PAGE_SIZE = 30

type OrderQuery = CallInput<typeof listOrders>['query']

/** The filter as the server expects it. */
export function orderQuery(filter: OrderFilter): OrderQuery {
  const { status, symbol, outcome } = filter
  return {
    status,
    ...momentsOf(filter),
    ...(symbol !== null && { symbol }),
    ...(outcome !== null && { outcome }),
  }
}

/** Reads a page of orders; `limit` is at most 100. */
export const readOrders = (filter: OrderFilter, before: string | null, limit = PAGE_SIZE) =>
  readPage(listOrders, 'orders', before, { ...orderQuery(filter), limit })

export const orderSource = (filter: OrderFilter): Source<Order> => ({
  name: JSON.stringify(orderQuery(filter)),
  read: (before) => readOrders(filter, before),
})

/** Whether the filter accepts an order, by the same rule as the server's. */
export function passes(filter: OrderFilter, order: Order): boolean {
  const { from, to } = momentsOf(filter)
  const at = filter.status === 'settled' ? (order.settledAt ?? order.acceptedAt) : order.acceptedAt
  return (
    (filter.status === 'all' || isSettled(order)) &&
    (filter.symbol === null || order.symbol === filter.symbol) &&
    (filter.outcome === null || order.status === filter.outcome) &&
    (from === undefined || at >= from) &&
    (to === undefined || at < to)
  )
}
