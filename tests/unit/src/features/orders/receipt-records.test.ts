import { expect, it } from 'vitest'
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import { filledRecords } from '#features/orders/receipt/receipt-records.ts'

const record = (seq: number, digit = '0'): TickRecord =>
  tickRecord.parse({
    kind: 'tick',
    seq,
    timeMs: 1_700_000_000_000 + seq * 100,
    hash: digit.repeat(64),
    price: seq,
    size: 1,
  })
const seqs = (records: readonly TickRecord[] | null) => records?.map(({ seq }) => seq)

it('puts the public history between the ends of a receipt, and nothing around them', () => {
  const found = [1, 2, 3, 4, 5, 6].map((seq) => record(seq))
  expect(seqs(filledRecords([record(2), record(5)], found))).toEqual([2, 3, 4, 5])
})

it('takes nothing from a history that is not that of the receipt, or that has a hole itself', () => {
  const found = [record(2), record(3, '1'), record(4), record(5)]
  expect(filledRecords([record(2), record(3), record(5)], found)).toBeNull()
  expect(filledRecords([record(2), record(5)], [record(2), record(4), record(5)])).toBeNull()
  expect(filledRecords([record(2), record(5)], [record(2), record(3)])).toBeNull()
  expect(filledRecords([], found)).toBeNull()
})
