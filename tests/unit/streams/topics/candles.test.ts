import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candle } from '#contract/product.ts'
import { candlesTopic, upsert } from '#streams/topics/candles.ts'
import type { CandleEvent, Stamped } from '#streams/types.ts'
import {
  CLEARED,
  confirmedAt,
  deltaAt,
  fakeWire,
  snapshotAt,
  type WireEvent,
} from '#support/fake-wire.ts'
import { marbles } from '#support/marbles.ts'

const bar = (at: number, close: number) => [at, 1, 9, 1, close, 0]
const reset = (asOf: number, ...candles: number[][]): Stamped<unknown> => ({
  value: { kind: 'reset', candles },
  asOf,
})
const update = (asOf: number, ...candles: number[][]): Stamped<unknown> => ({
  value: { kind: 'update', candles },
  asOf,
})
const events: Record<string, WireEvent> = {
  s: snapshotAt(1, [bar(10, 1), bar(20, 2)]),
  d: deltaAt(2, [bar(20, 3)]),
  e: deltaAt(3, [bar(30, 4)]),
  k: confirmedAt(4),
  x: CLEARED,
}

describe('candles', () => {
  it('keep their order and replace by open time, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(9))), (changes) => {
        const candles = changes.map(([at, close]) => candle.parse([at, 1, 1, 1, close, 0]))
        const model = new Map(candles.map((each) => [each[0], each]))
        const all = candles.reduce<ReturnType<typeof upsert>>(
          (bars, each) => upsert(bars, [each]),
          [],
        )
        expect(all).toEqual([...model.values()].toSorted((a, b) => a[0] - b[0]))
      }),
    )
  })
  it('leave the bars that were there before as they are', () => {
    const before = [candle.parse(bar(10, 1))]
    upsert(before, [candle.parse(bar(10, 2)), candle.parse(bar(20, 3))])
    expect(before).toEqual([bar(10, 1)])
  })
})

describe('the candles topic', () => {
  it('brings all bars first, then each change, then an empty update when nothing was missed', () => {
    marbles(({ hot, expectObservable }, at) => {
      const candles = candlesTopic(fakeWire({ 'candles:GC:1m': hot('s-d-k-e-s', events) }), at)
      expectObservable(candles('GC', '1m'), '^--------!').toBe('a-b-c-d-a', {
        a: reset(1, bar(10, 1), bar(20, 2)),
        b: update(2, bar(20, 3)),
        c: update(4),
        d: update(3, bar(30, 4)),
      })
    })
  })

  it('greets a late reader with all bars as they are now, whatever came last', () => {
    marbles(({ hot, expectObservable }, at) => {
      const candles = candlesTopic(fakeWire({ 'candles:GC:1m': hot('s-d-k-e', events) }), at)
      candles('GC', '1m').subscribe()
      const now = [bar(10, 1), bar(20, 3)]
      expectObservable(candles('GC', '1m'), '---^!').toBe('---a', { a: reset(2, ...now) })
      const last = { k: reset(4, ...now), e: update(3, bar(30, 4)) }
      expectObservable(candles('GC', '1m'), '-----^--!').toBe('-----ke', last)
    })
  })

  it('starts with no bars when changes come before any snapshot', () => {
    marbles(({ hot, expectObservable }, at) => {
      const candles = candlesTopic(fakeWire({ 'candles:GC:1m': hot('k-d', events) }), at)
      expectObservable(candles('GC', '1m'), '^-----!').toBe('a-b', {
        a: reset(4),
        b: update(2, bar(20, 3)),
      })
    })
  })

  it('keeps public bars when the session changes', () => {
    marbles(({ hot, expectObservable }, at) => {
      const candles = candlesTopic(fakeWire({ 'candles:GC:1m': hot('s-x', events) }), at)
      candles('GC', '1m').subscribe()
      const all = { a: reset(1, bar(10, 1), bar(20, 2)) }
      expectObservable(candles('GC', '1m'), '---^-!').toBe('---a', all)
    })
  })

  it('opens one exact subscription per product and interval, and shares it', () => {
    const wire = fakeWire()
    const seen: Stamped<CandleEvent>[] = []
    marbles((_, at) => {
      const candles = candlesTopic(wire, at)
      for (const interval of ['1m', '5m', '1m'] as const) {
        candles('GC', interval).subscribe((event) => seen.push(event))
      }
    })
    expect(wire.opened).toEqual([
      { topic: 'candles:GC:1m', mode: 'exact', personal: false },
      { topic: 'candles:GC:5m', mode: 'exact', personal: false },
    ])
  })

  it('stays open for a second after the last reader, and no longer', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }, at) => {
      const source = hot('s', events)
      const candles = candlesTopic(fakeWire({ 'candles:GC:1m': source }), at)
      const all = { a: reset(1, bar(10, 1), bar(20, 2)) }
      expectObservable(candles('GC', '1m'), '^--!').toBe('a', all)
      expectObservable(candles('GC', '1m'), '500ms ^--!').toBe('500ms a', all)
      expectSubscriptions(source.subscriptions).toBe('^ 1502ms !')
    })
  })
})
