import { describe, expect, it } from 'vitest'
import { sessionsTopic } from '#streams/topics/sessions.ts'
import { deltaAt, fakeWire, snapshotAt, type WireEvent } from '#support/fake-wire.ts'
import { marbles } from '#support/marbles.ts'

const OPEN = { state: 'open', opensAt: null, closesAt: 99 }
const CLOSED = { state: 'closed', opensAt: 100, closesAt: null }
const row = (productId: number, session: object) => ({ productId, session })

describe('the sessions topic', () => {
  it('shows each market’s own session, and nothing for a product that it does not know', () => {
    marbles(({ hot, expectObservable }, at) => {
      const source = hot<WireEvent>('s-d-s', {
        s: snapshotAt(1, [row(1, OPEN), row(2, CLOSED)]),
        d: deltaAt(2, [row(1, CLOSED)]),
      })
      const session = sessionsTopic(fakeWire({ sessions: source }), at)
      const seen = {
        o: { value: OPEN, asOf: 1 },
        c: { value: CLOSED, asOf: 2 },
        q: { value: CLOSED, asOf: 1 },
        r: { value: CLOSED, asOf: 2 },
      }
      expectObservable(session(1), '^-----!').toBe('o-c-o', seen)
      expectObservable(session(2), '^-----!').toBe('q-r-q', seen)
      expectObservable(session(3), '^-----!').toBe('-')
    })
  })

  it('forgets by a new snapshot what the old one held', () => {
    marbles(({ hot, expectObservable }, at) => {
      const source = hot<WireEvent>('a-b', {
        a: snapshotAt(1, [row(1, OPEN)]),
        b: snapshotAt(2, [row(2, OPEN)]),
      })
      const session = sessionsTopic(fakeWire({ sessions: source }), at)
      expectObservable(session(1), '^-----!').toBe('o', { o: { value: OPEN, asOf: 1 } })
    })
  })

  it('opens one subscription in which each change counts', () => {
    const wire = fakeWire()
    marbles((_, at) => {
      const session = sessionsTopic(wire, at)
      session(1).subscribe()
      session(2).subscribe()
    })
    expect(wire.opened).toEqual([{ topic: 'sessions', mode: 'exact', personal: false }])
  })
})
