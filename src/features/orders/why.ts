import type { Order, VoidReason } from '#contract/order.ts'

/** The text that explains why an order ended as it did, or what it waits for. */
export type Why =
  | { key: 'open' | 'live' | 'draw' }
  | { key: 'won_up' | 'won_down' | 'lost_up' | 'lost_down' }
  | { key: 'void'; reason: VoidReason }

/** Derived from the order alone, with the same two prices that the rule compared. */
export function whyOf(order: Pick<Order, 'status' | 'direction' | 'voidReason'>): Why {
  switch (order.status) {
    case 'open':
    case 'live':
    case 'draw':
      return { key: order.status }
    case 'won':
    case 'lost':
      return { key: `${order.status}_${order.direction}` }
    case 'void':
      return { key: 'void', reason: order.voidReason ?? 'too_few_ticks' }
  }
}
