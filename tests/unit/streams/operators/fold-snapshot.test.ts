import { describe, expect, it } from 'vitest'
import {
  type Fold,
  type FoldEvent,
  foldSnapshot,
  present,
} from '#streams/operators/fold-snapshot.ts'
import { marbles } from '#support/marbles.ts'

type Event = FoldEvent<number[], number>

const events: Record<string, Event> = {
  s: { kind: 'snapshot', asOf: 1, data: [1, 2] },
  d: { kind: 'delta', asOf: 2, data: 3 },
  k: { kind: 'confirmed', asOf: 9 },
  x: { kind: 'cleared' },
}
const results = {
  a: { value: [1, 2], asOf: 1 },
  b: { value: [1, 2, 3], asOf: 2 },
  c: { value: [1, 2, 3], asOf: 9 },
  n: null,
}
const fold: Fold<number[], number, number[]> = {
  snapshot: (data) => data,
  delta: (state, data) => [...state, data],
}

describe('foldSnapshot', () => {
  it('replaces by a snapshot, adds deltas, stamps again when confirmed, forgets when cleared', () => {
    marbles(({ hot, expectObservable }) => {
      const folded = hot('d-s-d-k-x-d-s|', events).pipe(foldSnapshot(fold))
      expectObservable(folded).toBe('n-a-b-c-n-n-a|', results)
    })
  })

  it('confirms nothing before a snapshot and nothing after the state was cleared', () => {
    marbles(({ hot, expectObservable }) => {
      const folded = hot('k-s-x-k', events).pipe(foldSnapshot(fold))
      expectObservable(folded).toBe('n-a-n-n', results)
    })
  })

  it('shows each snapshot the state before it: null at first and after the state was cleared', () => {
    const before: unknown[] = []
    marbles(({ hot }) => {
      const watched: typeof fold = {
        ...fold,
        snapshot: (data, state) => {
          before.push(state)
          return data
        },
      }
      hot('s-d-s-x-s', events).pipe(foldSnapshot(watched)).subscribe()
    })
    expect(before).toEqual([null, [1, 2, 3], null])
  })

  it('hands an error of the source to the reader', () => {
    marbles(({ hot, expectObservable }) => {
      const folded = hot('s-#', events).pipe(foldSnapshot(fold))
      expectObservable(folded).toBe('a-#', results)
    })
  })
})

describe('present', () => {
  it('drops null and passes every other value, zero and empty text included', () => {
    marbles(({ hot, expectObservable }) => {
      const values = { n: null, z: 0, e: '', a: 'a' }
      const source = hot<number | string | null>('n-z-n-e-a-|', values)
      expectObservable(source.pipe(present())).toBe('--z---e-a-|', values)
    })
  })
})
