import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import type { Answer, ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { accountAtom } from '#api/session.ts'
import { getShared } from '#contract/endpoints/sharing.ts'
import { getSettledReceipt } from '#contract/endpoints/trading.ts'
import type { OrderId } from '#contract/scalars.ts'
import type { AnyReceipt, SettledReceipt, SharedReceipt } from '#contract/settlement-receipt.ts'
import type { ShareCode } from '#contract/sharing.ts'
import { type StoredPurchase, storedReceiptsAtom } from '#device/receipts.ts'
import { pinnedKeysAtom } from '#device/known-history.ts'
import { seenRecordsAtom } from '#device/seen-records.ts'
import { receiptCheckerAtom } from '#proof/receipt-checker.ts'
import type { SeenRecord } from '#rules/one-history.ts'
import type { ReceiptReport } from '#rules/receipt-check.ts'

export type ReceiptState<R extends AnyReceipt = AnyReceipt> =
  | { status: 'loading' }
  | { status: 'failed'; error: ApiError }
  | ReadyReceipt<R>

export interface ReadyReceipt<R extends AnyReceipt = AnyReceipt> {
  status: 'ready'
  receipt: R
  /** Null when this browser cannot check it. */
  report: ReceiptReport | null
  /** What this device stored at the purchase; null for nothing. */
  stored: StoredPurchase | null
}

/** Checkpoints are signed once per minute. */
const AGAIN_MS = 15_000

/** Where a receipt comes from. */
interface Source<R extends AnyReceipt> {
  read(signal: AbortSignal): Promise<Answer<R>>
  findStored(): Promise<StoredPurchase | null>
  /** The records of the price log that this device was shown while the order was open. */
  seenOf(receipt: R): readonly SeenRecord[]
}

/** Reads a receipt and checks it; repeats this as long as a signature is still missing. */
function useCheck<R extends AnyReceipt>({ read, findStored, seenOf }: Source<R>): ReceiptState<R> {
  const checker = useAtomValue(receiptCheckerAtom)
  const trusted = useAtomValue(pinnedKeysAtom)
  const [state, setState] = useState<ReceiptState<R>>({ status: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    const work = async (): Promise<void> => {
      const answer = await read(signal)
      if (signal.aborted) return
      if (!answer.ok) {
        setState((last) =>
          last.status === 'ready' ? last : { status: 'failed', error: answer.error },
        )
        return
      }
      const receipt = answer.value
      const stored = await findStored()
      const report = await checker
        .check(receipt, trusted ?? receipt.keys, {
          kept: stored?.fingerprint ?? null,
          seen: seenOf(receipt),
        })
        .catch(() => null)
      if (signal.aborted) return
      setState({ status: 'ready', receipt, report, stored })
      if (report?.verdict === 'waiting') timer = setTimeout(() => setRound(round + 1), AGAIN_MS)
    }
    void work()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [read, findStored, seenOf, checker, trusted, round])
  return state
}

/** Reads the settled receipt of an order of the user and checks it, also against what this device stored. */
export function useReceiptCheck(id: OrderId): ReceiptState<SettledReceipt> {
  const account = useAtomValue(accountAtom)
  const purchases = useAtomValue(storedReceiptsAtom)
  const read = useCallback(
    (signal: AbortSignal) => call(getSettledReceipt, { params: { id }, signal }),
    [id],
  )
  const findStored = useCallback(
    async () => (account === null ? null : await purchases.find({ account, id }).catch(() => null)),
    [account, purchases, id],
  )
  const records = useAtomValue(seenRecordsAtom)
  const seenOf = useCallback(
    ({ order }: SettledReceipt) => records.between(order.symbol, order.acceptedAt, order.expiresAt),
    [records],
  )
  return useCheck({ read, findStored, seenOf })
}

const nothingSeen = (): readonly SeenRecord[] => []
const nothingStored = async (): Promise<null> => null

/** Reads a shared receipt and checks it. What this device stored of its own orders has no part in it. */
export function useSharedCheck(code: ShareCode): ReceiptState<SharedReceipt> {
  const read = useCallback(
    (signal: AbortSignal) => call(getShared, { params: { code }, signal }),
    [code],
  )
  return useCheck({ read, findStored: nothingStored, seenOf: nothingSeen })
}
