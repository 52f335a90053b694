import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPace } from '#server/platform/pace.ts'

it('lets a few through at once, and the rest one after the other', () => {
  const pace = createPace({ perSecond: 100, atOnce: 3, now: () => 5_000 })
  expect([pace(), pace(), pace(), pace(), pace()]).toEqual([0, 0, 0, 10, 20])
})

it('refuses a call that would wait too long, and books nothing for it', () => {
  let at = 0
  const pace = createPace({ perSecond: 100, atOnce: 1, waitMaxMs: 15, now: () => at })
  expect([pace(), pace(), pace(), pace()]).toEqual([0, 10, null, null])
  at = 10
  expect([pace(), pace()]).toEqual([10, null])
})

it('recovers with time, and never saves up more than its first few', () => {
  let at = 0
  const pace = createPace({ perSecond: 100, atOnce: 2, now: () => at })
  expect([pace(), pace(), pace()]).toEqual([0, 0, 10])
  at = 1_000_000
  expect([pace(), pace(), pace()]).toEqual([0, 0, 10])
})

it('lets no second have more than its number and the few at once', () => {
  const gaps = fc.array(fc.nat(30), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 20 }), (waits, atOnce) => {
      let at = 0
      const pace = createPace({ perSecond: 50, atOnce, now: () => at })
      const sent = waits.map((wait) => (at += wait) + (pace() ?? Number.NaN))
      for (const [n, from] of sent.entries()) {
        const within = sent.slice(n).filter((time) => time < from + 1_000)
        expect(within.length).toBeLessThanOrEqual(50 + atOnce)
      }
    }),
  )
})
