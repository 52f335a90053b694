/** The worker that checks receipts, so that thousands of hashes do not block the page. */
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { deviceTools, type PublicKeys } from '#lib/proof/device-tools.ts'
import { checkReceipt, type ReceiptReport } from '#rules/receipt-check.ts'

export interface CheckAsked {
  id: number
  receipt: SettledReceipt
  keys: PublicKeys
  kept: string | null
}
export interface CheckAnswered {
  id: number
  report: ReceiptReport
}

async function answer({ id, receipt, keys, kept }: CheckAsked): Promise<void> {
  const report = await checkReceipt(receipt, deviceTools(keys), kept)
  const answered: CheckAnswered = { id, report }
  postMessage(answered, { transfer: [] })
}

addEventListener('message', ({ data }: MessageEvent<CheckAsked>) => void answer(data))
