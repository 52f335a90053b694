import { useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Order } from '#contract/order.ts'
import { canonicalPath, PATHS, productPath } from '#lib/paths.ts'
import { wantedTicketAtom } from '#features/orders/wanted-ticket.ts'

/** Opens the ticket with the values of an order, on the page of its product. The user still has to confirm it. */
export function useRepeatOrder(): (order: Order) => void {
  const want = useSetAtom(wantedTicketAtom)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return ({ symbol, direction, stake, durationMs }) => {
    want({ symbol, direction, stake, durationMs })
    const here = canonicalPath(pathname) === PATHS.productDetail
    if (here && new URLSearchParams(search).get('symbol') === symbol) return
    void navigate(productPath(symbol))
  }
}
