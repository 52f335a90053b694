import { Subject } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { riseRate, statsOf, statsTopic } from '#streams/topics/stats.ts'
import { createVisibleSet } from '#streams/topics/visible-set.ts'
import { fakeTiming } from '#support/fake-timing.ts'
import {
  CLEARED,
  confirmedAt,
  deltaAt,
  type FakeWire,
  fakeWire,
  snapshotAt,
  type WireEvent,
} from '#support/fake-wire.ts'
import { marbles } from '#support/marbles.ts'

const row = (id: number, last: number) => [id, last, 100, last + 5, last - 5, 42, '12.5']
const statsAt = (last: number) => ({
  last,
  reference: 100,
  riseRate: riseRate(last, 100),
  high: last + 5,
  low: last - 5,
  volume: 42,
  amount: '12.5',
})

describe('the rise', () => {
  it('is in basis points, cut toward zero, never minus zero', () => {
    expect(riseRate(101, 100)).toBe(100)
    expect(riseRate(200, 100)).toBe(10_000)
    expect(riseRate(99_999, 100_000)).toBe(0)
    expect(Object.is(riseRate(99_999, 100_000), 0)).toBe(true)
    expect(riseRate(98_765, 100_000)).toBe(-123)
    expect(riseRate(100_019, 100_000)).toBe(1)
    expect(riseRate(5, 0)).toBe(0)
  })
})

describe('the stats topic', () => {
  let feed: Subject<WireEvent>
  let wire: FakeWire
  let told: unknown[]
  let seen: unknown[]
  beforeEach(() => {
    feed = new Subject()
    wire = fakeWire({ stats: feed })
    told = []
    seen = []
  })
  const withTopic = (read: (stats: ReturnType<typeof statsTopic>) => void): void =>
    marbles((_, at) => {
      const timing = fakeTiming()
      read(
        statsTopic(
          wire,
          at,
          createVisibleSet(timing, (request) => told.push(request)),
        ),
      )
      timing.advance(10)
    })

  it('gives each product its own row, with the rise worked out', () => {
    withTopic((stats) => {
      stats(1).subscribe((value) => seen.push(value))
      feed.next(snapshotAt(10, [row(1, 101), row(2, 90)]))
      feed.next(deltaAt(20, [row(2, 91)]))
      feed.next(deltaAt(30, [row(1, 99)]))
      stats(2).subscribe((value) => seen.push(value))
    })
    expect(seen).toEqual([
      { value: statsAt(101), asOf: 10 },
      { value: statsAt(99), asOf: 30 },
      { value: statsAt(91), asOf: 20 },
    ])
    expect(statsAt(101).riseRate).toBe(100)
  })

  it('takes every figure of a row from its own place', () => {
    expect(statsOf([1, 110, 100, 120, 90, 7, '770.5'] as Parameters<typeof statsOf>[0])).toEqual({
      last: 110,
      reference: 100,
      riseRate: 1_000,
      high: 120,
      low: 90,
      volume: 7,
      amount: '770.5',
    })
  })

  it('keeps a quiet product fresh by heartbeats, and the end of a session changes nothing', () => {
    withTopic((stats) => {
      stats(1).subscribe(({ asOf }) => seen.push(asOf))
      feed.next(snapshotAt(1_000, [row(1, 101)]))
      feed.next(confirmedAt(2_000))
      feed.next(CLEARED)
      feed.next(confirmedAt(3_000))
    })
    expect(seen).toEqual([1_000, 3_000])
  })

  it('opens one public subscription for all products, and says that they are in a list', () => {
    withTopic((stats) => {
      for (const id of [3, 2, 3]) stats(id).subscribe()
    })
    expect(wire.opened).toEqual([{ topic: 'stats', mode: 'latest', personal: false }])
    expect(told).toEqual([{ list: [2, 3], detail: [] }])
  })

  it('stays open for a second after the last reader', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }, at) => {
      const source = hot<WireEvent>('a', { a: snapshotAt(0, [row(1, 101)]) })
      const visible = createVisibleSet(fakeTiming(), () => undefined)
      const stats = statsTopic(fakeWire({ stats: source }), at, visible)
      expectObservable(stats(1), '^ 99ms !').toBe('a', { a: { value: statsAt(101), asOf: 0 } })
      expectSubscriptions(source.subscriptions).toBe('^ 1099ms !')
    })
  })
})
