import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { findChainFault, GENESIS_HASH, recordText } from '#rules/tick-chain.ts'
import { chained, sha256 } from '#support/chained.ts'
import { filled, heartbeat, logOf, type Planned, plannedOf, recordOf } from '#support/records.ts'

const planned = fc.record({
  kind: fc.constantFrom('tick', 'tick', 'rejected', 'heartbeat', 'gap', 'halt', 'filled'),
  step: fc.integer({ min: 0, max: 900 }),
  price: fc.integer({ min: 1, max: 1_000_000 }),
})
const wholeLog = fc.array(planned, { minLength: 4, maxLength: 30 }).map((items) => {
  let at = 1_000
  const plans = items.map(({ kind, step, price }): Planned => {
    at += step
    return kind === 'filled' ? filled(at, at - 9) : plannedOf(kind, at, price)
  })
  return chained('GC', logOf(plans))
})

type Edit = (records: TickRecord[], at: number) => TickRecord[]
const EDITS: Record<string, Edit> = {
  drop: (records, at) => records.toSpliced(at, 1),
  swap: (records, at) => {
    const [a, b] = records.slice(at, at + 2)
    return a && b ? records.toSpliced(at, 2, b, a) : records
  },
  later: (records, at) =>
    records.map((record, i) =>
      i === at ? { ...record, timeMs: (record.timeMs + 1) as typeof record.timeMs } : record,
    ),
  price: (records, at) =>
    records.map((record, i) => {
      if (i !== at || !('price' in record)) return record
      const { timeMs, price, seq, hash } = record
      return { ...recordOf({ kind: record.kind, at: timeMs, price: price + 1 }, seq), hash }
    }),
  repeat: (records, at) => {
    const record = records[at]
    return record ? records.toSpliced(at, 0, record) : records
  },
}

it('finds every edited, dropped, swapped or repeated record, at or right after its place', () => {
  const tried = new Map<string, number>()
  fc.assert(
    fc.property(wholeLog, fc.constantFrom(...Object.keys(EDITS)), fc.nat(), (log, name, pick) => {
      const at = pick % (log.length - 1)
      const edited = EDITS[name]?.(log, at) ?? log
      if (JSON.stringify(edited) === JSON.stringify(log)) return
      tried.set(name, (tried.get(name) ?? 0) + 1)
      const fault = findChainFault('GC', edited, { sha256 })
      expect(fault).not.toBeNull()
      expect(Math.abs((fault?.seq ?? -9) - (log[at]?.seq ?? 0))).toBeLessThanOrEqual(1)
    }),
    { numRuns: 1_000 },
  )
  expect([...tried.keys()].sort()).toEqual(Object.keys(EDITS).sort())
})

it('writes every time as the whole number it is', () => {
  const times = fc.oneof(fc.nat({ max: 2_001 }), fc.nat(), fc.maxSafeNat())
  fc.assert(
    fc.property(times, (timeMs) => {
      const text = recordText('GC', recordOf(heartbeat(timeMs), 1), GENESIS_HASH)
      expect(text.split('|')[3]).toBe(`${timeMs}`)
    }),
    { numRuns: 2_000 },
  )
})
