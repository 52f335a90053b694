import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { ApiError } from '#lib/api-error.ts'
import { call } from '#api/call.ts'
import { getOrder } from '#contract/endpoints/trading.ts'
import type { orderDetail } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'

export type OrderDetail = z.infer<typeof orderDetail>
export type DetailState =
  | { status: 'loading' }
  | { status: 'ready'; detail: OrderDetail }
  | { status: 'failed'; error: ApiError }

/** Reads the order with its evidence once. Give the component a new key when the order's status changes. */
export function useOrderDetail(id: OrderId): DetailState {
  const [state, setState] = useState<DetailState>({ status: 'loading' })
  useEffect(() => {
    const leaving = new AbortController()
    const read = async (): Promise<void> => {
      const answer = await call(getOrder, { params: { id }, signal: leaving.signal })
      if (leaving.signal.aborted) return
      if (answer.ok) setState({ status: 'ready', detail: answer.value })
      else setState({ status: 'failed', error: answer.error })
    }
    void read()
    return () => leaving.abort()
  }, [id])
  return state
}
