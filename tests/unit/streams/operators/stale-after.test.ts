import { map } from 'rxjs'
import { TestScheduler } from 'rxjs/testing'
import { describe, expect, it } from 'vitest'
import { staleAfter } from '#streams/operators/stale-after.ts'

interface Marbles {
  values: string
  /** t: linked, f: not. */
  links: string
  expected: string
}

/** A value is stamped with the frame it comes in and goes stale 5 frames later; capitals are stale. */
function check({ values, links, expected }: Marbles): void {
  const test = new TestScheduler((actual, wanted) => expect(actual).toEqual(wanted))
  test.run(({ hot, expectObservable }) => {
    const live$ = hot(values).pipe(
      map((value) => ({ value, asOf: test.now() })),
      staleAfter({
        staleAt: ({ asOf }) => asOf + 5,
        now: () => test.now(),
        linked$: hot(links).pipe(map((link) => link === 't')),
        scheduler: test,
      }),
      map((live) => {
        if (live.status !== 'live' && live.status !== 'stale') return '?'
        return live.status === 'live' ? live.value : live.value.toUpperCase()
      }),
    )
    expectObservable(live$, `^${'-'.repeat(30)}!`).toBe(expected)
  })
}

describe('staleAfter', () => {
  it('keeps the last value and says once that it is stale', () => {
    check({ values: 'a-----------', links: 't', expected: 'a----A' })
  })
  it('counts from the newest value', () => {
    check({ values: 'a--b---c', links: 't', expected: 'a--b---c----C' })
  })
  it('makes a stale value live again with the next', () => {
    check({ values: 'a-------b', links: 't', expected: 'a----A--b----B' })
  })
  it('demotes at once when the link is lost, and lets nothing be live until it is back', () => {
    check({ values: 'a---b---c', links: 't-f---t', expected: 'a-A-B---c----C' })
  })
})
