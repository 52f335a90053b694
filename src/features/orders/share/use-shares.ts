import { useCallback, useEffect, useState } from 'react'
import { useAtomValue } from 'jotai'
import { call } from '#api/call.ts'
import { memberAtom } from '#api/session.ts'
import { listShares, revokeShare, shareOrder } from '#contract/endpoints/sharing.ts'
import type { OrderId } from '#contract/scalars.ts'
import type { Share } from '#contract/sharing.ts'
import type { ApiError } from '#api/api-error.ts'

export interface Shares {
  /** What the user shares now, newest first; null until it is known. */
  all: readonly Share[] | null
  error: ApiError | null
  /** Whether a change is on its way. */
  busy: boolean
  share(id: OrderId): Promise<void>
  /** Resolves to whether the code is revoked. */
  revoke(id: OrderId): Promise<boolean>
}

/** The user's shared receipts, and their changes. Guests share nothing. */
export function useShares(): Shares {
  const member = useAtomValue(memberAtom)
  const [all, setAll] = useState<readonly Share[] | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!member) return
    const leaving = new AbortController()
    void call(listShares, { signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return
      if (answer.ok) setAll(answer.value.shares)
      else setError(answer.error)
    })
    return () => leaving.abort()
  }, [member])
  const share = useCallback(async (id: OrderId) => {
    setBusy(true)
    setError(null)
    const answer = await call(shareOrder, { params: { id } })
    setBusy(false)
    if (!answer.ok) return setError(answer.error)
    const created = answer.value
    setAll((last) => [created, ...(last ?? []).filter(({ orderId }) => orderId !== id)])
  }, [])
  const revoke = useCallback(async (id: OrderId) => {
    setBusy(true)
    setError(null)
    const answer = await call(revokeShare, { params: { id } })
    setBusy(false)
    if (answer.ok) setAll((last) => (last ?? []).filter(({ orderId }) => orderId !== id))
    else setError(answer.error)
    return answer.ok
  }, [])
  return { all, error, busy, share, revoke }
}
