import { describe, it } from 'vitest'
import { lingering } from '#streams/operators/lingering.ts'
import { marbles } from '#support/marbles.ts'

describe('lingering', () => {
  it('opens the source once for a reader that comes back in time, and greets it with the newest', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source = hot('a-b-c-d-e-f-g-h')
      const shared = source.pipe(lingering(4, scheduler))
      expectObservable(shared, '^--!').toBe('a-b')
      expectObservable(shared, '-----^---!').toBe('-----cd-e')
      expectSubscriptions(source.subscriptions).toBe('^------------!')
    })
  })

  it('closes the source when no reader came back, and opens it again for the next', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source = hot('a-b-c-d-e-f-g-h')
      const shared = source.pipe(lingering(3, scheduler))
      expectObservable(shared, '^--!').toBe('a-b')
      expectObservable(shared, '---------^-!').toBe('----------f')
      expectSubscriptions(source.subscriptions).toBe(['^-----!', '---------^----!'])
    })
  })

  it('serves readers at the same time from one subscription, the late one with the newest first', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source = hot('a-b-c-d-e-f')
      const shared = source.pipe(lingering(2, scheduler))
      expectObservable(shared, '^------!').toBe('a-b-c-d')
      expectObservable(shared, '---^-----!').toBe('---bc-d-e')
      expectSubscriptions(source.subscriptions).toBe('^----------!')
    })
  })

  it('keeps nothing of a source that failed: the next reader opens it again', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }, scheduler) => {
      const source = cold('a-#')
      const shared = source.pipe(lingering(9, scheduler))
      expectObservable(shared).toBe('a-#')
      expectObservable(shared, '-----^').toBe('-----a-#')
      expectSubscriptions(source.subscriptions).toBe(['^-!', '-----^-!'])
    })
  })
})
