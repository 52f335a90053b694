import { expect, it } from 'vitest'
import { sparkline } from '#data/sparkline.ts'
import { dayLine } from '#features/market/row-sparkline.tsx'

const BOX = { width: 44, height: 24 }
/** Its lower edge is at 23, its upper one at 1. */
const endOf = (path: string): number => Number(path.split(' ').at(-1))

it.each([
  // The closes fall from 110 to 105, and the figure compares with 100.
  ['above', [110, 108, 105], { reference: 100, last: 104 }],
  ['below', [90, 92, 95], { reference: 100, last: 96 }],
])('ends %s its beginning if the figure beside it says so', (where, closes, day) => {
  const { path, firstY } = sparkline(dayLine(closes, day), BOX)
  expect(endOf(path) < (firstY ?? Number.NaN)).toBe(where === 'above')
})

it('compares with the price of a day ago also where the market has rested since', () => {
  const { path, firstY } = sparkline(
    dayLine([null, null, 103, 101], { reference: 100, last: 102 }),
    BOX,
  )
  expect(path.startsWith('M')).toBe(true)
  expect(firstY).toBe(23)
  expect(endOf(path)).toBeLessThan(23)
})

it('has the closes alone while the statistics are not known', () => {
  expect(dayLine([1, null, 3], null)).toEqual([1, null, 3])
  expect(sparkline([null], BOX)).toEqual({ path: '', firstY: null })
})
