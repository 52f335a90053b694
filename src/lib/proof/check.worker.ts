/** The worker that checks receipts and rounds of drand, so that the page is not blocked meanwhile. */
import type { BeaconInfo, BeaconRound } from '#contract/beacon.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkRound } from '#lib/proof/check-round.ts'
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

export interface RoundAsked {
  id: number
  round: BeaconRound
  beacon: BeaconInfo
}
export interface RoundAnswered {
  id: number
  isSigned: boolean
}

async function answerRound({ id, round, beacon }: RoundAsked): Promise<void> {
  const answered: RoundAnswered = { id, isSigned: await checkRound(round, beacon) }
  postMessage(answered, { transfer: [] })
}

async function answer({ id, receipt, keys, kept }: CheckAsked): Promise<void> {
  const report = await checkReceipt(receipt, deviceTools(keys), kept)
  const answered: CheckAnswered = { id, report }
  postMessage(answered, { transfer: [] })
}

addEventListener('message', ({ data }: MessageEvent<CheckAsked | RoundAsked>) => {
  void ('round' in data ? answerRound(data) : answer(data))
})
