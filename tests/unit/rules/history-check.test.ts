import { expect, it } from 'vitest'
import { historyFault } from '#rules/history-compare.ts'
import { checkHistory } from '#rules/history-check.ts'
import { chained, sha256 } from '#support/chained.ts'
import { logOf } from '#support/records.ts'
import { ordinaryLog, settledReceipt, T0, tools } from '#support/settled-receipt.ts'

const receipt = settledReceipt(ordinaryLog(100_010))
const { records, checkpoint } = receipt.exit
const history = { symbol: 'EURUSD', records, checkpoints: checkpoint === null ? [] : [checkpoint] }

it('finds nothing wrong with a history as it was written, nor with a piece of it', async () => {
  expect(await checkHistory(history, tools)).toBeNull()
  expect(await checkHistory({ ...history, records: records.slice(7) }, tools)).toBeNull()
  expect(await checkHistory({ ...history, records: [], checkpoints: [] }, tools)).toBeNull()
})

it('says which signed head a history lacks that was chained anew', async () => {
  const log = ordinaryLog(100_010).map((each) =>
    each.kind === 'tick' && each.at < T0 ? { ...each, price: 99_999 } : each,
  )
  const anew = { ...history, records: chained('EURUSD', logOf(log)) }
  expect(await checkHistory(anew, tools)).toEqual({ kind: 'head', seq: 46, checkpoint: 30 })
})

it('takes no checkpoint that nobody known has signed', async () => {
  const forged = history.checkpoints.map((each) => ({ ...each, keyId: 'f'.repeat(16) }))
  const found = await checkHistory({ ...history, checkpoints: forged }, tools)
  expect(found).toEqual({ kind: 'signature', checkpoint: 30 })
})

it('passes over tick files of other products', () => {
  const other = chained('BTCUSDT', logOf(ordinaryLog(90_000)))
  expect(historyFault(receipt, [other], sha256)).toBeNull()
  const changed = records.map((each) =>
    each.seq === 30 ? { ...each, hash: 'f'.repeat(64) } : each,
  )
  expect(historyFault(receipt, [other, changed], sha256)).toBe(30)
})
