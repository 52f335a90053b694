import type { ApiError } from '#api/api-error.ts'
import type { Order } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'
import { mergeOrders } from '#features/orders/merge-orders.ts'

/** History read so far, keyset paged. `next` undefined: nothing read yet; null: no more. */
export interface Pages {
  orders: readonly Order[]
  /** What the stream brought since: kept here, for the stream itself keeps the newest only. */
  pushed: readonly Order[]
  next: OrderId | null | undefined
  loading: boolean
  error: ApiError | null
}

export const NO_PAGES: Pages = {
  orders: [],
  pushed: [],
  next: undefined,
  loading: false,
  error: null,
}

export type PagesEvent =
  | { type: 'asked' }
  | { type: 'page'; orders: readonly Order[]; next: OrderId | null }
  /** The newest page again, after the stream was away. */
  | { type: 'newest'; orders: readonly Order[]; next: OrderId | null }
  | { type: 'failed'; error: ApiError }
  | { type: 'pushed'; orders: readonly Order[] }

export function reducePages(pages: Pages, event: PagesEvent): Pages {
  switch (event.type) {
    case 'asked':
      return { ...pages, loading: true, error: null }
    case 'failed':
      return { ...pages, loading: false, error: event.error }
    case 'pushed':
      return { ...pages, pushed: mergeOrders(pages.pushed, event.orders) }
    case 'page':
      return {
        ...pages,
        orders: mergeOrders(pages.orders, event.orders),
        next: event.next,
        loading: false,
        error: null,
      }
    case 'newest':
      return newest(pages, event)
  }
}

/** When the newest page does not reach what was read before, that is dropped: a hole must not hide orders. */
function newest(pages: Pages, event: Extract<PagesEvent, { type: 'newest' }>): Pages {
  const reaches = event.orders.some((order) => pages.orders.some((known) => known.id === order.id))
  const whole = event.next === null
  const read = { loading: false, error: null }
  if (!reaches || whole) return { ...read, orders: event.orders, next: event.next, pushed: [] }
  return {
    ...pages,
    ...read,
    orders: mergeOrders(pages.orders, event.orders),
  }
}

/** All that is known, newest first. */
export const shownOrders = (pages: Pages): Order[] => mergeOrders(pages.orders, pages.pushed)

/** Whether more should be asked for now. */
export const wantsMore = ({ next, loading, error }: Pages): boolean =>
  next !== null && !loading && error === null
