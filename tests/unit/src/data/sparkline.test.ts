import { expect, it } from 'vitest'
import { sparklinePath } from '#data/sparkline.ts'

const BOX = { width: 40, height: 22 }

it('draws from the left edge to the right, the highest value on top', () => {
  expect(sparklinePath([1, 3, 2], BOX)).toBe('M0 21L20 1L40 11')
})

it('draws a flat line in the middle, and nothing for less than two values', () => {
  expect(sparklinePath([5, 5], BOX)).toBe('M0 11L40 11')
  expect(sparklinePath([5], BOX)).toBe('')
  expect(sparklinePath([], BOX)).toBe('')
})

it('has no line where a value is not known', () => {
  expect(sparklinePath([1, 3, null, null, 2, 3, null], BOX)).toBe('M0 21L6.7 1M26.7 11L33.3 1')
  expect(sparklinePath([null, 3, null], BOX)).toBe('')
})
