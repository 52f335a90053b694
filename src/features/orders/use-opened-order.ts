import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import { mergeOrders } from '#features/orders/merge-orders.ts'
import { topicAtom } from '#streams'

/** The latest version of the order, because it may settle while its sheet is open. */
function useNewest(shown: Order | null): Order | null {
  const positions = useAtomValue(topicAtom('positions'))
  if (shown === null || !('value' in positions)) return shown
  const { open, settled } = positions.value
  return mergeOrders([shown], open, settled).find((order) => order.id === shown.id) ?? shown
}

/**
 * Shows one order at a time on its sheet. `sheet` has the properties of the sheet, and is null when no order was opened
 * yet. The order is kept while its sheet closes.
 */
export function useOpenedOrder() {
  const [shown, setShown] = useState<Order | null>(null)
  const [open, setOpen] = useState(false)
  const order = useNewest(shown)
  return {
    show: (next: Order): void => {
      setShown(next)
      setOpen(true)
    },
    sheet: order === null ? null : { order, open, onClose: () => setOpen(false) },
  }
}
