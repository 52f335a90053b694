import { TestScheduler } from 'rxjs/testing'
import { describe, expect, it } from 'vitest'
import { type FoldEvent, foldSnapshot } from '#streams/operators/fold-snapshot.ts'

const events: Record<string, FoldEvent<number[], number>> = {
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

describe('foldSnapshot', () => {
  it('replaces by a snapshot, adds deltas, stamps anew when confirmed, forgets when cleared', () => {
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
      ({ hot, expectObservable }) => {
        const folded = hot('d-s-d-k-x-d-s|', events).pipe(
          foldSnapshot<number[], number, number[]>({
            snapshot: (data) => data,
            delta: (state, data) => [...state, data],
          }),
        )
        expectObservable(folded).toBe('n-a-b-c-n-n-a|', results)
      },
    )
  })
})
