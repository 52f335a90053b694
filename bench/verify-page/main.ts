/** In the browser: the chain of a long history, checked with the device's own tools, against the bare hashes. */
import { findChainFault } from '#rules/tick-chain.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { chainedHistory, SYMBOL } from '../support/chained-history.ts'

declare global {
  interface Window {
    /** ms of one pair. */
    verifyPair(): { checked: number; bare: number }
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
