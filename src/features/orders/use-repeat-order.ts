import { useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Order } from '#contract/order.ts'
import { canonicalPath, PATHS, productPath } from '#lib/paths.ts'
import { wantedTicketAtom } from '#features/orders/wanted-ticket.ts'

/**
 * Takes the values of an order to the page of its product, where the ticket opens with them. `atOnce` places the order
 * there without the ticket, because it was confirmed by the tap.
 */
export function useRepeatOrder(): (order: Order, how?: { atOnce: boolean }) => void {
  const want = useSetAtom(wantedTicketAtom)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return ({ symbol, direction, stake, durationMs }, { atOnce } = { atOnce: false }) => {
    want({ symbol, direction, stake, durationMs, atOnce })
    const here = canonicalPath(pathname) === PATHS.productDetail
    if (here && new URLSearchParams(search).get('symbol') === symbol) return
    void navigate(productPath(symbol))
  }
}
