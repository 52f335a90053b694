import { useEffect, useEffectEvent } from 'react'
import { call } from '#api/call.ts'
import { getOrder } from '#contract/endpoints/trading.ts'
import type { Order } from '#contract/order.ts'
import { orderId } from '#contract/scalars.ts'

/**
 * Shows the order that the address names, once it is loaded. An order that does not belong to the user shows nothing.
 */
export function useLinkedOrder(id: string | null, show: (order: Order) => void): void {
  const found = useEffectEvent(show)
  useEffect(() => {
    const asked = orderId.safeParse(id)
    if (!asked.success) return
    const leaving = new AbortController()
    const read = async (): Promise<void> => {
      const input = { params: { id: asked.data }, signal: leaving.signal }
      const answer = await call(getOrder, input)
      if (answer.ok && !leaving.signal.aborted) found(answer.value.order)
    }
    void read()
    return () => leaving.abort()
  }, [id])
}
