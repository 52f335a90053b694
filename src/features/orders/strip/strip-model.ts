/** Which orders the strip above the order buttons shows, derived from the orders and the server's time. */
import type { Order } from '#contract/order.ts'
import { isOver } from '#features/orders/merge-orders.ts'
import { provisionalResultOf, resultIf } from '#features/orders/presentation.ts'

/** For this time after its arrival, a result stays in the strip. */
export const RESULT_SHOWN_MS = 60_000
/** The same while another order of the page's product runs, which is what users then watch. */
const RESULT_BESIDE_OPEN_MS = 6_000
/** Further orders are behind a link. */
export const MAX_CARDS = 10

/** When each settled order arrived, in server time. */
export type Arrivals = ReadonlyMap<string, number>

/**
 * The arrivals after a change. An order that was there when the page opened counts as arrived when it was settled. Any
 * other counts as arrived now, so that a result is still shown if it comes late.
 */
export function arrivalsAfter(
  known: Arrivals | null,
  settled: readonly Order[],
  now: number,
): Arrivals {
  return new Map(
    settled.map((order) => [
      order.id,
      known === null ? (order.settledAt ?? 0) : (known.get(order.id) ?? now),
    ]),
  )
}

interface StripInput {
  open: readonly Order[]
  settled: readonly Order[]
  arrivals: Arrivals
  /** The product of the page, whose orders come first. */
  symbol: string
  now: number
}

/**
 * The open orders and the latest results. The one nearest its end is first, and an order keeps its place when it is
 * settled, so that nothing moves under a finger.
 */
export function stripOrders({ open, settled, arrivals, symbol, now }: StripInput): Order[] {
  const runsHere = open.some((order) => order.symbol === symbol)
  const shownMs = runsHere ? RESULT_BESIDE_OPEN_MS : RESULT_SHOWN_MS
  const isFresh = ({ id }: Order): boolean => now - (arrivals.get(id) ?? 0) < shownMs
  const elsewhere = (order: Order): number => Number(order.symbol !== symbol)
  return [...open, ...settled.filter(isFresh)].sort(
    (a, b) =>
      elsewhere(a) - elsewhere(b) || a.expiresAt - b.expiresAt || Number(b.id) - Number(a.id),
  )
}

/** What several open orders on one product have at stake, and what they would bring at a price. In minor units. */
export function totalOf(orders: readonly Order[], price: number | null) {
  const results = orders.map((order) => ({ order, result: provisionalResultOf(order, price) }))
  return {
    atRisk: orders.reduce((sum, { stake }) => sum + stake, 0n),
    /** Null while there is no price. Orders without an entry price count as nothing yet. */
    now:
      price === null
        ? null
        : results.reduce(
            (sum, { order, result }) => (result === null ? sum : sum + resultIf(order, result)),
            0n,
          ),
  }
}

/** The orders whose entry price came between two states, to be announced. */
export function newEntries(before: readonly Order[], after: readonly Order[]): Order[] {
  const waited = new Set(before.filter(({ entry }) => entry === null).map(({ id }) => id))
  return after.filter((order) => !isOver(order) && order.entry !== null && waited.has(order.id))
}
