import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { KEEP_MS, RecentRecords } from '#server/market/recent-records.ts'
import { logOf, type Planned } from '#support/records.ts'

/** As Market.recordsSpanning says, over the whole log. */
function spanningByHand(log: readonly TickRecord[], fromMs: number, toMs: number): TickRecord[] {
  const before = log.findLast(({ timeMs }) => timeMs <= fromMs)?.seq ?? 1
  const after = log.find(({ timeMs }) => timeMs > toMs)?.seq ?? log.length
  return log.filter(({ seq }) => seq >= before && seq <= after)
}
const log = fc
  .array(fc.tuple(fc.constantFrom(0, 0, 1, 500, 3_001), fc.boolean()), { maxLength: 60 })
  .map((steps) => {
    let at = 1_000
    const planned = steps.map(([step, isTick]): Planned => {
      at += step
      return isTick ? { kind: 'tick', at, price: at } : { kind: 'heartbeat', at }
    })
    return logOf(planned)
  })
const moment = fc.integer({ min: 0, max: 60_000 })
const kept = (records: readonly TickRecord[]): RecentRecords => {
  const recent = new RecentRecords()
  for (const record of records) recent.push(record)
  return recent
}

it('gives the records around two moments as a look at the whole log does', () => {
  fc.assert(
    fc.property(log, moment, moment, (records, a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const expected = spanningByHand(records, from, to)
      expect(kept(records).spanning(from, to)).toEqual(records.length === 0 ? null : expected)
    }),
  )
})

it('gives the records after a number, or says that it cannot', () => {
  fc.assert(
    fc.property(log, fc.nat(70), fc.integer({ min: 1, max: 20 }), (records, seq, limit) => {
      const tail = records.slice(3)
      const first = tail[0]
      const known = first !== undefined && seq >= first.seq - 1
      const expected = records.filter((record) => record.seq > seq).slice(0, limit)
      expect(kept(tail).after(seq, limit)).toEqual(known ? expected : null)
    }),
  )
})

it('says that it cannot when the moment lies before what it keeps', () => {
  const records = logOf(
    [1, 2, 3].map((at): Planned => ({ kind: 'tick', at: at * 1_000, price: at })),
  )
  const recent = kept(records.slice(1))
  expect(recent.spanning(1_500, 2_500)).toBeNull()
  expect(recent.spanning(2_000, 2_500)?.map(({ seq }) => seq)).toEqual([2, 3])
  expect(recent.priceAt(1_999)).toBeNull()
  expect(recent.priceAt(2_999)).toBe(2)
})

it('forgets what is older than it promises to keep, and nothing younger', () => {
  const count = 10_000
  const step = (2 * KEEP_MS) / count
  const records = logOf(
    Array.from({ length: count }, (_, i): Planned => ({ kind: 'heartbeat', at: 1 + i * step })),
  )
  const recent = kept(records)
  const newest = records.at(-1)?.timeMs ?? 0
  expect(recent.spanning(newest - KEEP_MS, newest)?.length).toBeGreaterThanOrEqual(count / 2)
  expect(recent.spanning(0, newest)).toBeNull()
})
