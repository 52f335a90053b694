import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TopicRow } from '#contract/topic-row.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { foldedTopic } from '#streams/topics/folded-topic.ts'
import { CLEARED, confirmedAt, deltaAt, fakeWire, snapshotAt } from '#support/fake-wire.ts'
import { marbles } from '#support/marbles.ts'

const row = (change: Partial<TopicRow> = {}) => ({
  snapshot: z.array(z.string()),
  delta: z.string(),
  delivery: 'every' as const,
  staleAfterMs: null,
  login: true,
  params: [],
  ...change,
})
const fold: Fold<string[], string, string> = {
  snapshot: (words) => words.join(''),
  delta: (state, word) => state + word,
}
const events = {
  s: snapshotAt(1, ['a', 'b']),
  d: deltaAt(2, 'c'),
  k: confirmedAt(3),
  x: CLEARED,
}
const seen = {
  a: { value: 'ab', asOf: 1 },
  b: { value: 'abc', asOf: 2 },
  c: { value: 'abc', asOf: 3 },
}

describe('a folded topic', () => {
  it('shows nothing before a snapshot, and then the state after each event', () => {
    marbles(({ hot, expectObservable }, at) => {
      const wire = fakeWire({ words: hot('d-s-d-k', events) })
      const state$ = foldedTopic(wire, at, { row: row(), topic: 'words', fold })
      expectObservable(state$, '^-------!').toBe('--a-b-c', seen)
    })
  })

  it('says nothing when it is cleared, and greets the next reader with nothing', () => {
    marbles(({ hot, expectObservable }, at) => {
      const wire = fakeWire({ words: hot('s-x---s', events) })
      const state$ = foldedTopic(wire, at, { row: row(), topic: 'words', fold })
      expectObservable(state$, '^-------!').toBe('a-----a', seen)
      expectObservable(state$, '----^---!').toBe('------a', seen)
    })
  })

  it('stays open for a second after the last reader', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }, at) => {
      const source = hot('s', events)
      const state$ = foldedTopic(fakeWire({ words: source }), at, {
        row: row(),
        topic: 'words',
        fold,
      })
      expectObservable(state$, '^--!').toBe('a', seen)
      expectObservable(state$, '900ms ^--!').toBe('900ms a', seen)
      expectSubscriptions(source.subscriptions).toBe('^ 1902ms !')
    })
  })

  it('asks for each change or the newest alone, for the user or for everyone, as its row says', () => {
    const wire = fakeWire()
    marbles((_, at) => {
      const open = (change: Partial<TopicRow>): unknown =>
        foldedTopic(wire, at, { row: row(change), topic: 'words', fold }).subscribe()
      open({ delivery: 'every', login: true })
      open({ delivery: 'latest', login: false })
    })
    expect(wire.opened).toEqual([
      { topic: 'words', mode: 'exact', personal: true },
      { topic: 'words', mode: 'latest', personal: false },
    ])
  })
})
