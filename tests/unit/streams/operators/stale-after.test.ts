import { map, NEVER, type Observable, of } from 'rxjs'
import type { TestScheduler } from 'rxjs/testing'
import { describe, expect, it } from 'vitest'
import { type Freshness, staleAfter } from '#streams/operators/stale-after.ts'
import type { Live } from '#streams/types.ts'
import { marbles } from '#support/marbles.ts'

interface Marbles {
  values: string
  /** t: linked, f: not. */
  links: string
  expected: string
  /** How old a value is when it comes. */
  age?: number
}

const AGE_LIMIT = 5
const END = `^${'-'.repeat(30)}!`

const parts = (at: TestScheduler, linked$: Observable<boolean>): Freshness<string> => ({
  staleAt: ({ asOf }) => asOf + AGE_LIMIT,
  now: () => at.now(),
  linked$,
  scheduler: at,
})
/** Stale values as capitals. */
const shown = map((live: Live<string>): string => {
  if (live.status !== 'live' && live.status !== 'stale') return '?'
  return live.status === 'live' ? live.value : live.value.toUpperCase()
})

/** A value is stamped with the millisecond it comes in and goes stale 5 ms later. */
function check({ values, links, expected, age = 0 }: Marbles): void {
  marbles(({ hot, expectObservable }, at) => {
    const stamped$ = hot(values).pipe(map((value) => ({ value, asOf: at.now() - age })))
    const linked$ = hot(links).pipe(map((link) => link === 't'))
    expectObservable(stamped$.pipe(staleAfter(parts(at, linked$)), shown), END).toBe(expected)
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
  it('counts a value’s age from its own time, not from when it came', () => {
    check({ values: 'a----b--c', links: 't', expected: 'a-A--b-Bc-C', age: 3 })
  })
  it('shows a value that comes too old as stale, and only once', () => {
    check({ values: 'a--b', links: 't', expected: 'A--B', age: AGE_LIMIT })
  })
  it('counts a value as stale from the very millisecond of its limit', () => {
    check({ values: 'a', links: 't', expected: 'aA', age: AGE_LIMIT - 1 })
  })
  it('says nothing when the link is lost before a value came, or is lost twice', () => {
    check({ values: '---a------', links: 'f-t-f-f--', expected: '---aA' })
  })
  it('says nothing when the link is lost after the value went stale', () => {
    check({ values: 'a---------', links: 't------f', expected: 'a----A' })
  })
  it('does not go stale a second time by age after it went stale with the link', () => {
    check({ values: 'a--------', links: 't-f-t----', expected: 'a-A' })
  })
  it('still ages a value that came after a lost link was back', () => {
    check({ values: 'a---b----', links: 't-ft-----', expected: 'a-A-b----B' })
  })
  it('takes the link as up until it hears otherwise', () => {
    check({ values: 'a', links: '-', expected: 'a----A' })
  })

  it('never ages a value without a limit', () => {
    marbles(({ hot, expectObservable }, at) => {
      const linked$ = hot('t--------f').pipe(map((link) => link === 't'))
      const stamped$ = hot('a-b').pipe(map((value) => ({ value, asOf: 0 })))
      const ageless = { ...parts(at, linked$), staleAt: () => null }
      expectObservable(stamped$.pipe(staleAfter(ageless), shown), END).toBe('a-b------B')
    })
  })

  it('keeps the stamp of a value as it goes stale', () => {
    marbles(({ cold, expectObservable }, at) => {
      const live$ = cold('a', { a: { value: 'x', asOf: 2 } }).pipe(staleAfter(parts(at, NEVER)))
      expectObservable(live$, END).toBe('a------b', {
        a: { status: 'live', value: 'x', asOf: 2 },
        b: { status: 'stale', value: 'x', asOf: 2 },
      })
    })
  })

  it('ends and fails with its source, and then leaves the link and ages nothing any more', () => {
    for (const end of ['|', '#']) {
      marbles(({ hot, expectObservable, expectSubscriptions }, at) => {
        const links = hot('t').pipe(map(() => true))
        const linked = hot('-')
        const source = hot(`a-${end}`).pipe(map((value) => ({ value, asOf: at.now() })))
        expectObservable(source.pipe(staleAfter(parts(at, links)), shown)).toBe(`a-${end}`)
        const second = source.pipe(staleAfter(parts(at, linked.pipe(map(() => true)))))
        expectObservable(second.pipe(shown)).toBe(`a-${end}`)
        expectSubscriptions(linked.subscriptions).toBe('^-!')
      })
    }
  })

  it('leaves its source, its link and its timer when the reader leaves', () => {
    marbles(({ hot, expectSubscriptions, flush }, at) => {
      const values = hot('a')
      const links = hot('-')
      const seen: unknown[] = []
      const live$ = values.pipe(
        map((value) => ({ value, asOf: 0 })),
        staleAfter(parts(at, links.pipe(map(() => true)))),
      )
      const reader = live$.subscribe((live) => seen.push(live.status))
      at.schedule(() => reader.unsubscribe(), 3)
      expectSubscriptions(values.subscriptions).toBe('^--!')
      expectSubscriptions(links.subscriptions).toBe('^--!')
      flush()
      expect(seen).toEqual(['live'])
      // The alarm at 5 ms was cancelled: nothing was left to run after the reader.
      expect(at.now()).toBe(3)
    })
  })

  /** How many timers were made until these values ended. */
  function timersFor(values: string, change: Partial<Freshness<string>> = {}): number {
    let made = 0
    marbles(({ hot }, at) => {
      const counting: Freshness<string>['scheduler'] = {
        now: () => at.now(),
        schedule: (work, delay, state) => {
          made += 1
          return at.schedule(work as never, delay, state)
        },
      }
      const stamped$ = hot(values).pipe(map((value) => ({ value, asOf: at.now() })))
      stamped$.pipe(staleAfter({ ...parts(at, NEVER), scheduler: counting, ...change })).subscribe()
    })
    return made
  }

  it('makes one timer for many values, not one for each', () => {
    // At 0 for `a`, at 5 for `f`, at 10 for `h`, whose limit is 12.
    expect(timersFor('abcdefgh|')).toBe(2)
    expect(timersFor('abcdefgh------|')).toBe(3)
  })
  it('makes no timer for values without a limit, nor for those that come stale', () => {
    expect(timersFor('a-b---|', { staleAt: () => null })).toBe(0)
    expect(timersFor('a-b---|', { linked$: of(false) })).toBe(0)
  })
})
