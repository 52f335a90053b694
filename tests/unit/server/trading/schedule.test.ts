import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSchedule } from '#server/trading/schedule.ts'

it('gives back what waits for an earlier moment, earliest first, whatever the order of adding', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(50), (moments, before) => {
      const schedule = createSchedule<number>()
      for (const at of moments) schedule.add(at, at)
      const sorted = moments.toSorted((a, b) => a - b)
      expect(schedule.next()).toBe(sorted[0] ?? Number.POSITIVE_INFINITY)
      expect(schedule.take(before, 1_000, 1_000)).toEqual(sorted.filter((at) => at < before))
      expect(schedule.size()).toBe(sorted.filter((at) => at >= before).length)
    }),
  )
})

it('takes no more than the limit and no wider than the span', () => {
  const schedule = createSchedule<string>()
  for (const [at, item] of [
    [5, 'e'],
    [1, 'a'],
    [3, 'c'],
    [2, 'b'],
  ] as const)
    schedule.add(at, item)
  expect(schedule.take(100, 2, 100)).toEqual(['a', 'b'])
  expect(schedule.take(100, 10, 2)).toEqual(['c'])
  expect(schedule.take(5, 10, 2)).toEqual([])
  expect(schedule.take(6, 10, 2)).toEqual(['e'])
  expect(schedule.take(6, 10, 2)).toEqual([])
})
