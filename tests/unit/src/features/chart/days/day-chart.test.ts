import { expect, it } from 'vitest'
import { readColors } from '#features/chart/base/chart-colors.ts'
import { includingZero, stepsColor, unbrokenSeries } from '#features/chart/days/day-chart.ts'
import { dayOfNumber } from '#rules/business-day.ts'

const scaleOf = (minValue: number, maxValue: number) =>
  includingZero({ priceRange: { minValue, maxValue } })?.priceRange

it('the scale of days includes zero, whichever side the values are on', () => {
  expect(scaleOf(900, 1_000)).toEqual({ minValue: 0, maxValue: 1_000 })
  expect(scaleOf(-1_000, -900)).toEqual({ minValue: -1_000, maxValue: 0 })
  expect(scaleOf(-50, 80)).toEqual({ minValue: -50, maxValue: 80 })
})

it('a scale without values, or with nothing but zero, is not empty', () => {
  expect(scaleOf(0, 0)).toEqual({ minValue: 0, maxValue: 1 })
  expect(includingZero(null)?.priceRange).toEqual({ minValue: 0, maxValue: 1 })
})

it('draws no line across days without a value', () => {
  const values = [1, 2, null, 3, null]
  const points = values.map((value, i) => ({ day: dayOfNumber(20_000 + i), value }))
  const drawn = unbrokenSeries({ look: 'steps', points, write: String })
  expect(drawn.map((each) => each.points.map(({ value }) => value))).toEqual([
    [1, 2, null, null, null],
    [null, null, null, 3, null],
  ])
  expect(unbrokenSeries({ look: 'bars', points, write: String })).toHaveLength(1)
})

it('draws a result in the colour of its direction, and other steps in the app’s own', () => {
  const colors = { ...readColors(), up: 'up', down: 'down', quiet: 'quiet', brand: 'brand' }
  const drawn = (['up', 'down', 'none', undefined] as const).map((tone) => stepsColor(tone, colors))
  expect(drawn).toEqual(['up', 'down', 'quiet', 'brand'])
})
