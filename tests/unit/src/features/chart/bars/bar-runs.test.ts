import { MINUTE_MS } from '#contract/time.ts'
import { expect, it } from 'vitest'
import { candle } from '#contract/product.ts'
import { barRuns, lineOfCloses } from '#features/chart/bars/bar-runs.ts'
import { priceFormatOf } from '#features/chart/base/chart-options.ts'

const bar = (minute: number) => candle.parse([minute * MINUTE_MS, 1, 1, 1, minute + 1, 1])

it('joins no closes across a missing interval', () => {
  const bars = [bar(0), bar(1), bar(3), bar(4)]
  expect(barRuns(bars, MINUTE_MS).map((run) => run.length)).toEqual([2, 2])
  expect(lineOfCloses(bars, MINUTE_MS)).toEqual([
    { time: 0, value: 1 },
    { time: 60, value: 2, color: 'transparent' },
    { time: 180, value: 4 },
    { time: 240, value: 5 },
  ])
})

it('lets a price hold over short intervals without a tick', () => {
  const short = (second: number) => candle.parse([second * 1_000, 1, 1, 1, 1, 1])
  expect(barRuns([short(0), short(20), short(90)], 5_000).map((run) => run.length)).toEqual([2, 1])
})

it('labels no value of an axis that it would have to round', () => {
  const { tickmarksFormatter } = priceFormatOf((scaled) => (scaled / 10).toFixed(1))
  const labels = tickmarksFormatter([43_398, 43_395.5, 43_393, 43_390.5])
  expect(labels).toEqual(['4339.8', '', '4339.3', ''])
  expect(tickmarksFormatter([2.999_999_999_9])).toEqual(['0.3'])
})
