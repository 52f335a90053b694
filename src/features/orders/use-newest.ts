import { useAtomValue } from 'jotai'
import type { Order } from '#contract/order.ts'
import { mergeOrders } from '#features/orders/merge-orders.ts'
import { topicAtom } from '#streams'

/** The latest version of the displayed order, because it may settle while it is open. */
export function useNewest(shown: Order | null): Order | null {
  const positions = useAtomValue(topicAtom('positions'))
  if (shown === null || !('value' in positions)) return shown
  const { open, settled } = positions.value
  return mergeOrders([shown], open, settled).find((order) => order.id === shown.id) ?? shown
}
