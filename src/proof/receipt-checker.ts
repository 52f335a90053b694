/** Checks receipts in a worker that starts with the first receipt. */
import { atom } from 'jotai/vanilla'
import type { AnyReceipt } from '#contract/settlement-receipt.ts'
import { ownScript } from '#lib/own-script.ts'
import type { CheckAnswered, CheckAsked } from '#proof/check.worker.ts'
// oxlint-disable-next-line import/default -- Vite gives its address
import checkWorker from '#proof/check.worker.ts?worker&url'
import type { PublicKeys } from '#proof/device-tools.ts'
import type { OwnEvidence, ReceiptReport } from '#rules/receipt-check.ts'

export interface ReceiptChecker {
  /** Throws when this browser cannot check receipts. */
  check(receipt: AnyReceipt, keys: PublicKeys, own: OwnEvidence): Promise<ReceiptReport>
}

interface Waiting {
  resolve(report: ReceiptReport): void
  reject(error: Error): void
}

function workerChecker(): ReceiptChecker {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let asked = 0
  const begin = (): Worker => {
    const made = new Worker(ownScript(checkWorker), { type: 'module' })
    made.addEventListener('message', ({ data }: MessageEvent<CheckAnswered>) => {
      waiting.get(data.id)?.resolve(data.report)
      waiting.delete(data.id)
    })
    made.addEventListener('error', ({ message }) => {
      for (const each of waiting.values()) each.reject(new Error(message))
      waiting.clear()
      made.terminate()
      worker = null
    })
    return made
  }
  return {
    check: (receipt, keys, own) =>
      new Promise((resolve, reject) => {
        worker ??= begin()
        asked += 1
        waiting.set(asked, { resolve, reject })
        worker.postMessage({ id: asked, receipt, keys, own } satisfies CheckAsked, [])
      }),
  }
}

export const receiptCheckerAtom = atom<ReceiptChecker>(workerChecker())
