import { Subject } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { quoteAt, quotesTopic } from '#streams/topics/quotes.ts'
import { createVisibleSet } from '#streams/topics/visible-set.ts'
import type { Quote, Stamped } from '#streams/types.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import {
  CLEARED,
  confirmedAt,
  deltaAt,
  fakeWire,
  type FakeWire,
  snapshotAt,
  type WireEvent,
} from '#support/fake-wire.ts'
import { marbles } from '#support/marbles.ts'
import { deltaOf, startOf } from '#support/quote-frames.ts'

/** Quotes of products that each had one tick at this price, `age` ms before the frame. */
const flat = (...prices: [id: number, price: number, age?: number][]): number[] => [
  1,
  ...prices.flatMap(([id, price, age = 0]) => [id, price, 0, 0, 0, age]),
]

describe('a quote', () => {
  const at = (price: number, last?: Quote): Quote => quoteAt(flat([7, price]), 1, 1_000, last)
  it('carries the interval as prices, and the time of its own tick', () => {
    expect(quoteAt([9, 3, 500, -4, 6, -8, 40, 7, 70, 1, 2, -3, 15], 7, 1_000)).toEqual({
      price: 70,
      movement: 'none',
      open: 71,
      high: 72,
      low: 67,
      tickAt: 985,
    })
  })
  it('moves up or down against the price before it, and an equal price keeps the movement', () => {
    const rise = at(101, at(100))
    const fall = at(100, rise)
    expect([rise, at(101, rise), fall, at(100, fall)].map(({ movement }) => movement)).toEqual([
      'up',
      'up',
      'down',
      'down',
    ])
    expect(at(5, at(5)).movement).toBe('none')
  })
})

describe('the quotes topic', () => {
  let timing: FakeTiming
  let told: unknown[]
  let feed: Subject<WireEvent>
  let wire: FakeWire
  let seen: string[]
  beforeEach(() => {
    timing = fakeTiming()
    told = []
    feed = new Subject()
    wire = fakeWire({ quotes: feed })
    seen = []
  })
  const pricesOf =
    (name: string) =>
    ({ value, asOf }: Stamped<Quote>): void =>
      void seen.push(`${name} ${value.price}@${asOf}`)
  /** Runs `read` with the topic while virtual time stays at zero, then lets the leases linger out. */
  const withTopic = (read: (quote: ReturnType<typeof quotesTopic>) => void): void =>
    marbles((_, at) => {
      const visible = createVisibleSet(timing, (request) => told.push(request))
      read(quotesTopic(wire, at, visible))
    })

  it('wakes only the readers of the product whose price came', () => {
    withTopic((quote) => {
      quote(1, 'list').subscribe(pricesOf('one'))
      quote(2, 'list').subscribe(pricesOf('two'))
      feed.next(snapshotAt(10, startOf([1, 100], [2, 200], [3, 299])))
      feed.next(deltaAt(20, deltaOf([2, 201])))
      feed.next(deltaAt(30, deltaOf([3, 300])))
    })
    expect(seen).toEqual(['one 100@10', 'two 200@10', 'two 201@20'])
  })

  it('opens one subscription of public newest values for all products and views', () => {
    withTopic((quote) => {
      for (const id of [1, 2]) {
        quote(id, 'list').subscribe()
        quote(id, 'detail').subscribe()
      }
    })
    expect(wire.opened).toEqual([{ topic: 'quotes', mode: 'latest', personal: false }])
  })

  it('hands one stream to all who read a product in one view', () => {
    withTopic((quote) => {
      expect(quote(1, 'list')).toBe(quote(1, 'list'))
      expect(quote(1, 'list')).not.toBe(quote(1, 'detail'))
      expect(quote(1, 'list')).not.toBe(quote(2, 'list'))
    })
  })

  it('greets a late reader with the newest price of its product', () => {
    withTopic((quote) => {
      quote(1, 'list').subscribe()
      feed.next(snapshotAt(10, startOf([1, 100], [2, 200])))
      feed.next(deltaAt(20, deltaOf([2, 202])))
      quote(2, 'detail').subscribe(pricesOf('late'))
    })
    expect(seen).toEqual(['late 202@20'])
  })

  it('counts the movement on across frames, and a heartbeat or the end of a session changes none', () => {
    const movements: string[] = []
    withTopic((quote) => {
      quote(1, 'list').subscribe(({ value }) => movements.push(value.movement))
      feed.next(snapshotAt(10, startOf([1, 100])))
      feed.next(confirmedAt(15))
      feed.next(CLEARED)
      feed.next(deltaAt(20, deltaOf([1, 101])))
      feed.next(snapshotAt(30, startOf([1, 101])))
    })
    expect(movements).toEqual(['none', 'up', 'up'])
  })

  it('tells the server once what two readers of one price show, and holds it while either stays', () => {
    withTopic((quote) => {
      const first = quote(4, 'detail').subscribe()
      quote(4, 'detail').subscribe()
      timing.advance(200)
      first.unsubscribe()
      timing.advance(200)
      expect(told).toEqual([{ list: [], detail: [4] }])
    })
  })

  it('stays open and visible for a second after the last reader, for one that comes back', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }, at) => {
      const source = hot<WireEvent>('a 1999ms b', {
        a: snapshotAt(0, startOf([1, 100])),
        b: deltaAt(2_000, deltaOf([1, 101])),
      })
      const visible = createVisibleSet(timing, (request) => told.push(request))
      const quote = quotesTopic(fakeWire({ quotes: source }), at, visible)
      expectObservable(quote(1, 'list'), '^ 9ms !').toBe('a', { a: stamped(100, 'none', 0) })
      const back = '500ms ^ 4999ms !'
      expectObservable(quote(1, 'list'), back).toBe('500ms a 1499ms b', {
        a: stamped(100, 'none', 0),
        b: stamped(101, 'up', 2_000),
      })
      // A second for the price, and then a second for the topic that all prices share.
      expectSubscriptions(source.subscriptions).toBe('^ 7499ms !')
    })
  })

  it('hands a refusal to every reader', () => {
    const errors: unknown[] = []
    withTopic((quote) => {
      for (const id of [1, 2]) quote(id, 'list').subscribe({ error: (e) => errors.push(e) })
      feed.error('refused')
    })
    expect(errors).toEqual(['refused', 'refused'])
  })
})

const stamped = (price: number, movement: Quote['movement'], asOf: number): Stamped<Quote> => ({
  value: { price, movement, open: price, high: price, low: price, tickAt: asOf },
  asOf,
})
