import { TestScheduler } from 'rxjs/testing'
import { describe, expect, it } from 'vitest'
import { lingering } from '#streams/operators/lingering.ts'

const scheduler = (): TestScheduler =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected))

describe('lingering', () => {
  it('opens the source once for a reader that comes back in time, and greets it with the newest', () => {
    const test = scheduler()
    test.run(({ hot, expectObservable, expectSubscriptions }) => {
      const source = hot('a-b-c-d-e-f-g-h')
      const shared = source.pipe(lingering(4, test))
      expectObservable(shared, '^--!').toBe('a-b')
      expectObservable(shared, '-----^---!').toBe('-----cd-e')
      expectSubscriptions(source.subscriptions).toBe('^------------!')
    })
  })

  it('closes the source when nobody came back, and opens it anew for the next', () => {
    const test = scheduler()
    test.run(({ hot, expectObservable, expectSubscriptions }) => {
      const source = hot('a-b-c-d-e-f-g-h')
      const shared = source.pipe(lingering(3, test))
      expectObservable(shared, '^--!').toBe('a-b')
      expectObservable(shared, '---------^-!').toBe('----------f')
      expectSubscriptions(source.subscriptions).toBe(['^-----!', '---------^----!'])
    })
  })
})
