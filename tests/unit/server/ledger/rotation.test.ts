import { MINUTE_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import { createLedgerRotation, type LedgerEnds } from '#server/ledger/rotation.ts'

const DAY_MINUTES = 1_440
const LOW = 100_001

const endsOf = (orders: number): LedgerEnds => ({
  orders: { low: LOW, high: LOW + orders - 1 },
  transfers: { low: 1, high: 2 * orders },
  users: { low: 1_001, high: 1_001 + Math.ceil(orders / 100) },
  ticks: [
    { product: 1, newest: 10 * orders },
    { product: 2, newest: 0 },
  ],
})

interface Run {
  startMs?: number
  /** Orders at the start, and new ones per check. */
  orders: number
  growth?: number
  checks: number
  pauseMs?: number
}
/** Checks at this pace, and returns what was read. */
function runOf({ startMs = 0, orders, growth = 0, checks, pauseMs = MINUTE_MS }: Run) {
  let nowMs = startMs
  const rotation = createLedgerRotation({ now: () => nowMs })
  return Array.from({ length: checks }, (_, n) => {
    const turn = rotation.next(endsOf(orders + n * growth))
    rotation.advance()
    nowMs += pauseMs
    return turn
  })
}
/** Whether the ranges leave out no number between the two. */
function cover(ranges: readonly (readonly [number, number])[], low: number, high: number): boolean {
  let next = low
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from > next) return false
    next = Math.max(next, to + 1)
  }
  return next > high
}

describe('the rotation of the ledger checks', () => {
  it.each([5_000, 123_457, 1_000_000, 10_000_000])('reads each of %d orders in a day', (orders) => {
    for (const startMs of [0, 7 * MINUTE_MS, 1_234_567 * MINUTE_MS]) {
      const turns = runOf({ startMs, orders, checks: DAY_MINUTES })
      const { orders: own, transfers, users } = endsOf(orders)
      for (const [part, { low, high }] of [
        ['orders', own],
        ['transfers', transfers],
        ['users', users],
      ] as const)
        expect(
          cover(
            turns.map(({ slice }) => slice[part]),
            low,
            high,
          ),
          part,
        ).toBe(true)
      const records = turns.flatMap(({ slice }) => slice.ticks.filter(([product]) => product === 1))
      expect(
        cover(
          records.map(([, from, to]) => [from, to]),
          1,
          10 * orders,
        ),
      ).toBe(true)
      expect(turns[0]?.rotationMs).toBeLessThanOrEqual(DAY_MINUTES * MINUTE_MS)
    }
  })

  it('leaves out no row while rows are added', () => {
    const turns = runOf({ orders: 1_000_000, growth: 70, checks: DAY_MINUTES })
    const ranges = turns.map(({ slice }) => slice.orders)
    expect(cover(ranges, LOW, LOW + 1_000_000)).toBe(true)
  })

  it('reads everything each time while there is little', () => {
    for (const { slice, rotationMs } of runOf({ orders: 1_000, checks: 3 })) {
      expect(slice.orders).toEqual([0, Number.MAX_SAFE_INTEGER])
      expect(rotationMs).toBe(MINUTE_MS)
    }
  })

  it('reads no more per check with more orders than a day has room for, and says how long it takes', () => {
    const sizeOf = ([from, to]: readonly [number, number]): number => to - from + 1
    const [most] = runOf({ orders: 10_000_000, checks: 1 })
    const [more] = runOf({ orders: 40_000_000, checks: 1 })
    expect(sizeOf(most?.slice.orders ?? [0, 0])).toBe(6_994)
    expect(sizeOf(more?.slice.orders ?? [0, 0])).toBe(6_994)
    expect(more?.rotationMs).toBe(4 * (DAY_MINUTES - 10) * MINUTE_MS)
  })

  it('keeps its pace when checks are rarer, and the same slice until it was read', () => {
    const turns = runOf({ orders: 10_000_000, checks: 300, pauseMs: 5 * MINUTE_MS })
    expect(
      cover(
        turns.map(({ slice }) => slice.orders),
        LOW,
        LOW + 10_000_000 - 1,
      ),
    ).toBe(true)
    const rotation = createLedgerRotation({ now: () => 0 })
    const ends = endsOf(100_000)
    expect(rotation.next(ends)).toEqual(rotation.next(ends))
    const first = rotation.next(ends)
    rotation.advance()
    expect(rotation.next(ends)).not.toEqual(first)
  })

  it('starts at places that are spread, by the minute', () => {
    const starts = [0, 1, 2, 3, 4].map(
      (minute) =>
        runOf({ startMs: minute * MINUTE_MS, orders: 100_000, checks: 1 })[0]?.slice.orders[0] ?? 0,
    )
    expect(new Set(starts).size).toBe(5)
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(50_000)
  })
})
