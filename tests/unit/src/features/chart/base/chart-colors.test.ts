import { expect, it } from 'vitest'
import { barColors, readColors } from '#features/chart/base/chart-colors.ts'
import type { Candle } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'

const colors = {
  ...readColors(),
  up: 'up',
  down: 'down',
  upSoft: 'up-soft',
  downSoft: 'down-soft',
  quiet: 'quiet',
  grid: 'grid',
}
const bar = (open: number, close: number): Candle => [timeMs.parse(0), open, 9, 1, close, 5]

it('draws a bar in the colour of its direction, and one without in neither', () => {
  expect(barColors(bar(3, 4), colors)).toEqual({ body: 'up', volume: 'up-soft' })
  expect(barColors(bar(4, 3), colors)).toEqual({ body: 'down', volume: 'down-soft' })
  expect(barColors(bar(4, 4), colors)).toEqual({ body: 'quiet', volume: 'grid' })
})
