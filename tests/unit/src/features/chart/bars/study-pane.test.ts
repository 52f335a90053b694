import type { ISeriesApi, SeriesType } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { addLevels, studyTexts } from '#features/chart/bars/study-pane.ts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'

const colors = { quiet: 'grey', ink: 'black', series: ['blue', 'brown', 'pale'] } as const

it('names a study with its parameters, and writes each value in the colour of its line', () => {
  const texts = studyTexts({
    name: 'macd',
    values: () => ({ macd: 12, signal: null, histogram: -3 }),
    write: (value) => `${value}.0`,
    colors: () => colors as unknown as ChartColors,
  })
  expect(texts).toEqual([
    { text: 'MACD (12, 26, 9)', ink: 'grey' },
    { text: '12.0', ink: 'blue' },
    { text: '–', ink: 'brown' },
    { text: '-3.0', ink: 'pale' },
  ])
})

it('keeps the levels of 30 and 70 in view, and recolours them', () => {
  const drawn: { price: number; color: string }[] = []
  let provider: ((original: () => unknown) => unknown) | undefined
  const series = {
    createPriceLine: (line: { price: number; color: string }) => {
      drawn.push(line)
      return { applyOptions: (change: object) => Object.assign(line, change) }
    },
    applyOptions: (options: { autoscaleInfoProvider: typeof provider }) => {
      provider = options.autoscaleInfoProvider
    },
  } as unknown as ISeriesApi<SeriesType>
  const recolor = addLevels(series, 'grey')
  expect(drawn.map(({ price }) => price)).toEqual([30, 70])
  expect(provider?.(() => ({ priceRange: { minValue: 45, maxValue: 80 } }))).toEqual({
    priceRange: { minValue: 30, maxValue: 80 },
  })
  expect(provider?.(() => null)).toEqual({ priceRange: { minValue: 30, maxValue: 70 } })
  recolor('white')
  expect(drawn.map(({ color }) => color)).toEqual(['white', 'white'])
})
