/** Checks receipts beside the page, so that thousands of hashes never hold up a tap. */
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { deviceTools, type PublicKeys } from '#features/proof/device-tools.ts'
import { checkReceipt, type ReceiptReport } from '#rules/receipt-check.ts'

export interface CheckAsked {
  id: number
  receipt: SettledReceipt
  keys: PublicKeys
}
export interface CheckAnswered {
  id: number
  report: ReceiptReport
}

addEventListener('message', async ({ data }: MessageEvent<CheckAsked>) => {
  const { id, receipt, keys } = data
  const answer: CheckAnswered = { id, report: await checkReceipt(receipt, deviceTools(keys)) }
  postMessage(answer)
})
