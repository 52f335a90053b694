import { useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import type { Answer, ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { accountAtom } from '#api/session.ts'
import { getShared } from '#contract/endpoints/sharing.ts'
import { getSettledReceipt } from '#contract/endpoints/trading.ts'
import type { OrderId } from '#contract/scalars.ts'
import type { AnyReceipt, SettledReceipt, SharedReceipt } from '#contract/settlement-receipt.ts'
import type { ShareCode } from '#contract/sharing.ts'
import { newestCheckpointAtom } from '#data/newest-checkpoint.ts'
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

/** From when on the next checkpoint may complete the receipt; null if it waits for none. In ms. */
function waitsSince({ receipt, report }: ReadyReceipt): number | null {
  if (report?.verdict !== 'waiting') return null
  const { entry, exit, device, seeds = [] } = receipt
  const chains = [device?.registration, ...seeds.flatMap((each) => [each.anchor, each.promise])]
  const lastMs = [entry, exit, ...chains].flatMap((slice) => {
    const last = slice?.checkpoint === null ? slice.records.at(-1) : undefined
    return last === undefined ? [] : [last.timeMs]
  })
  return Math.min(...lastMs)
}

/** Works once, and with each checkpoint that may complete what is still waiting. Returns a function that stops it. */
function untilSigned(
  store: ReturnType<typeof useStore>,
  work: () => Promise<ReadyReceipt | null>,
): () => void {
  let leave: (() => void) | null = null
  let sinceMs: number | null = null
  let tried = 0
  let isStopped = false
  const round = async (): Promise<void> => {
    const ready = await work()
    if (ready !== null) sinceMs = waitsSince(ready)
    if (isStopped || sinceMs === null) return stop()
    leave ??= store.sub(newestCheckpointAtom, look)
    look()
  }
  const look = (): void => {
    const newest = store.get(newestCheckpointAtom)
    if (newest === null || sinceMs === null || newest.timeMs < sinceMs) return
    if (newest.number === tried) return
    tried = newest.number
    void round()
  }
  const stop = (): void => {
    leave?.()
    leave = null
  }
  void round()
  return () => {
    isStopped = true
    stop()
  }
}

/** Where a receipt comes from. */
interface Source<R extends AnyReceipt> {
  read(signal: AbortSignal): Promise<Answer<R>>
  findStored(): Promise<StoredPurchase | null>
  /** The records of the price log that this device was shown while the order was open. */
  seenOf(receipt: R): readonly SeenRecord[]
}

/** Reads a receipt and checks it; repeats this with each new checkpoint as long as a signature is missing. */
function useCheck<R extends AnyReceipt>({ read, findStored, seenOf }: Source<R>): ReceiptState<R> {
  const store = useStore()
  const checker = useAtomValue(receiptCheckerAtom)
  const trusted = useAtomValue(pinnedKeysAtom)
  const [state, setState] = useState<ReceiptState<R>>({ status: 'loading' })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const work = async (): Promise<ReadyReceipt<R> | null> => {
      const answer = await read(signal)
      if (signal.aborted) return null
      if (!answer.ok) {
        setState((last) =>
          last.status === 'ready' ? last : { status: 'failed', error: answer.error },
        )
        return null
      }
      const receipt = answer.value
      const stored = await findStored()
      const report = await checker
        .check(receipt, trusted ?? receipt.keys, {
          kept: stored?.fingerprint ?? null,
          seen: seenOf(receipt),
        })
        .catch(() => null)
      if (signal.aborted) return null
      const ready = { status: 'ready', receipt, report, stored } as const
      setState(ready)
      return ready
    }
    const stop = untilSigned(store, work)
    return () => {
      leaving.abort()
      stop()
    }
  }, [store, read, findStored, seenOf, checker, trusted])
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
