/** The worker that checks receipts, so that the page is not blocked meanwhile. */
import type { AnyReceipt } from '#contract/settlement-receipt.ts'
import { checkRound } from '#proof/check-round.ts'
import { deviceTools, type PublicKeys } from '#proof/device-tools.ts'
import { checkReceipt, type OwnEvidence, type ReceiptReport } from '#rules/receipt-check.ts'

export interface CheckAsked {
  id: number
  receipt: AnyReceipt
  keys: PublicKeys
  own: OwnEvidence
}
export interface CheckAnswered {
  id: number
  report: ReceiptReport
}

async function answer({ id, receipt, keys, own }: CheckAsked): Promise<void> {
  const tools = { ...deviceTools(keys), verifyRound: checkRound }
  const report = await checkReceipt(receipt, tools, own)
  const answered: CheckAnswered = { id, report }
  postMessage(answered, { transfer: [] })
}

addEventListener('message', ({ data }: MessageEvent<CheckAsked>) => void answer(data))
