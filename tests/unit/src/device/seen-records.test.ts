import { expect, it } from 'vitest'
import { seenRecords } from '#device/seen-records.ts'

const hash = 'a'.repeat(64)

it('keeps one record a second of each product, and returns those of a span', () => {
  const seen = seenRecords()
  for (let at = 0; at < 5_000; at += 250) seen.add('GC', { seq: at / 250 + 1, hash, timeMs: at })
  seen.add('EURUSD', { seq: 9, hash, timeMs: 2_000 })
  expect(seen.between('GC', 1_000, 3_000).map(({ seq }) => seq)).toEqual([5, 9, 13])
  expect(seen.between('EURUSD', 0, 5_000).map(({ seq }) => seq)).toEqual([9])
  expect(seen.between('BTCUSDT', 0, 5_000)).toEqual([])
})

it('forgets the oldest', () => {
  const seen = seenRecords()
  for (let n = 0; n < 2_000; n += 1) seen.add('GC', { seq: n, hash, timeMs: n * 1_000 })
  const all = seen.between('GC', 0, Infinity)
  expect([all.length, all[0]?.seq, all.at(-1)?.seq]).toEqual([1_200, 800, 1_999])
})
