import { describe, expect, it } from 'vitest'
import { type Candle, candle } from '#contract/product.ts'
import { createBarStore } from '#features/chart/bars/bar-store.ts'

const BAR = 60_000
const bar = (n: number, close = 100): Candle =>
  candle.parse([n * BAR, close, close, close, close, 1])
const filled = (...ns: number[]) => {
  const store = createBarStore(BAR)
  store.reset(ns.map((n) => bar(n)))
  return store
}
const opens = (store: ReturnType<typeof filled>): number[] =>
  store.bars().map(([open]) => open / BAR)

describe('the bars of a chart', () => {
  it('tells a change of the last bar from a new one', () => {
    const store = filled(1, 2)
    expect(store.upsert([bar(2, 105), bar(3)])).toEqual([
      { kind: 'tail', bar: bar(2, 105) },
      { kind: 'next', bar: bar(3) },
    ])
    expect(opens(store)).toEqual([1, 2, 3])
  })

  it('puts a late change of an older bar in its place and asks for all to be drawn', () => {
    const store = filled(1, 2, 4)
    expect(store.upsert([bar(2, 77)])).toEqual([{ kind: 'all' }])
    expect(store.bars()[1]?.[4]).toBe(77)
    store.upsert([bar(3)])
    expect(opens(store)).toEqual([1, 2, 3, 4])
  })

  it('keeps older bars over a new start that joins on, and drops them over a hole', () => {
    const joined = filled(1, 2, 3)
    joined.reset([bar(4), bar(5)])
    expect(opens(joined)).toEqual([1, 2, 3, 4, 5])
    const holed = filled(1, 2, 3)
    holed.reset([bar(9), bar(10)])
    expect(opens(holed)).toEqual([9, 10])
  })

  it('takes older bars in front once', () => {
    const store = filled(5, 6)
    expect(store.prepend([bar(3), bar(4), bar(5)])).toBe(2)
    expect(opens(store)).toEqual([3, 4, 5, 6])
  })

  it('finds the bar of a moment, also across a closed market', () => {
    const store = filled(1, 2, 9)
    expect(store.indexAt(0)).toBe(-1)
    expect(store.indexAt(2 * BAR)).toBe(1)
    expect(store.indexAt(8 * BAR)).toBe(1)
    expect(store.indexAt(99 * BAR)).toBe(2)
  })

  it('places a moment between bars, and beyond the last at the interval pace', () => {
    const store = filled(1, 2, 3)
    expect(store.positionOf(2.5 * BAR)).toBe(1.5)
    expect(store.positionOf(5 * BAR)).toBe(4)
    expect(store.positionOf(0)).toBe(-1)
  })
})
