/** In the browser: checks of a long history and of one receipt, with the device's own tools. */
import { z } from 'zod/mini'
import { settledReceipt } from '#contract/settlement-receipt.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { hashForward } from '#rules/seed-chain.ts'
import { findChainFault } from '#rules/tick-chain.ts'
import { deviceTools, sha256Hex } from '#proof/device-tools.ts'
import { chainedHistory, SYMBOL } from '../support/chained-history.ts'

declare global {
  interface Window {
    /** ms of one pair. */
    verifyPair(): { checked: number; bare: number }
    /** From the text of a receipt to its verdict, ms. */
    verifyReceipt(text: string): Promise<number>
    /** So many links of a hash chain of seeds, ms. */
    hashLinks(links: number): number
  }
}

const COUNT = Number(new URLSearchParams(location.search).get('records'))
const { records, texts } = chainedHistory(COUNT, sha256Hex)

function took(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

window.verifyPair = () => ({
  checked: took(() => {
    if (findChainFault(SYMBOL, records, { sha256: sha256Hex }) !== null) throw new Error('a fault')
  }),
  bare: took(() => {
    for (const text of texts) sha256Hex(text)
  }),
})

window.verifyReceipt = async (text) => {
  const started = performance.now()
  const receipt = z.parse(settledReceipt, JSON.parse(text))
  const { verdict } = await checkReceipt(receipt, deviceTools(receipt.keys))
  if (verdict !== 'holds') throw new Error(`the receipt ${verdict}`)
  return performance.now() - started
}

window.hashLinks = (links) => took(() => void hashForward(sha256Hex, '0'.repeat(64), links))
