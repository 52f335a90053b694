import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ApiError } from '#lib/api-error.ts'
import { call } from '#api/call.ts'
import { accountAtom } from '#api/session.ts'
import { getSettledReceipt } from '#contract/endpoints/trading.ts'
import type { OrderId } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { type StoredPurchase, storedReceiptsAtom } from '#lib/stored-receipts.ts'
import { knownHistoryAtom } from '#lib/proof/known-history.ts'
import { receiptCheckerAtom } from '#lib/proof/receipt-checker.ts'
import type { ReceiptReport } from '#rules/receipt-check.ts'

export type ReceiptState =
  | { status: 'loading' }
  | { status: 'failed'; error: ApiError }
  | ReadyReceipt

export interface ReadyReceipt {
  status: 'ready'
  receipt: SettledReceipt
  /** Null when this browser cannot check it. */
  report: ReceiptReport | null
  /** What this device stored at the purchase; null for nothing. */
  kept: StoredPurchase | null
}

/** Checkpoints are signed once per minute. */
const AGAIN_MS = 15_000

/** Reads the settled receipt and checks it; repeats this as long as a signature is still missing. */
export function useReceiptCheck(id: OrderId): ReceiptState {
  const checker = useAtomValue(receiptCheckerAtom)
  const trusted = useAtomValue(knownHistoryAtom)?.keys
  const account = useAtomValue(accountAtom)
  const purchases = useAtomValue(storedReceiptsAtom)
  const [state, setState] = useState<ReceiptState>({ status: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (): Promise<void> => {
      const answer = await call(getSettledReceipt, { params: { id }, signal })
      if (signal.aborted) return
      if (!answer.ok) {
        setState((last) =>
          last.status === 'ready' ? last : { status: 'failed', error: answer.error },
        )
        return
      }
      const receipt = answer.value
      const kept = account === null ? null : await purchases.find({ account, id }).catch(() => null)
      const report = await checker
        .check(receipt, trusted ?? receipt.keys, kept?.fingerprint ?? null)
        .catch(() => null)
      if (signal.aborted) return
      setState({ status: 'ready', receipt, report, kept })
      if (report?.verdict === 'waiting') timer = setTimeout(() => setRound(round + 1), AGAIN_MS)
    }
    void read()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [id, checker, trusted, round, account, purchases])
  return state
}
