import type { IChartApiBase, ISeriesApi, SeriesType, Time } from 'lightweight-charts'
import type { Candle } from '#contract/product.ts'
import { isFollowed, lineOfCloses } from '#features/chart/bars/bar-runs.ts'
import type { BarChange, BarStore } from '#features/chart/bars/bar-store.ts'
import { secondsOf } from '#features/chart/bars/bar-times.ts'
import type { IndicatorSeries } from '#features/chart/bars/indicator-series.ts'
import { barColors, type ChartColors } from '#features/chart/base/chart-colors.ts'
import type { ChartStyle } from '#features/chart/base/chart-options.ts'

/** The chart of the library with its series, and the bars that they draw. */
export interface BarParts {
  chart: IChartApiBase<Time>
  store: BarStore
  colors: ChartColors
  volume: ISeriesApi<'Histogram'>
  main: ISeriesApi<SeriesType>
  style: ChartStyle
  indicators: IndicatorSeries[]
  /** When the bar under the crosshair opens, in ms; null without one. */
  pointedMs: number | null
}

const volumeOf = (bar: Candle, colors: ChartColors) => ({
  time: secondsOf(bar),
  value: bar[5],
  color: barColors(bar, colors).volume,
})

function mainOf(bar: Candle, { style, colors }: Pick<BarParts, 'style' | 'colors'>) {
  const [, open, high, low, close] = bar
  const time = secondsOf(bar)
  if (style === 'line') return { time, value: close }
  const { body } = barColors(bar, colors)
  return { time, open, high, low, close, color: body, wickColor: body }
}

/** Whether more than the tail has to be drawn: older bars changed, or the lines before a new bar end. */
export function isBreak(store: BarStore, change: BarChange): boolean {
  if (change.kind === 'all') return true
  const before = store.bars()[store.indexAt(change.bar[0]) - 1]
  return before !== undefined && !isFollowed(before, change.bar, store.barMs)
}

export function drawAll({ main, volume, store, style, colors, indicators }: BarParts): void {
  const bars = store.bars()
  const isLine = style === 'line'
  main.setData(
    isLine ? lineOfCloses(bars, store.barMs) : bars.map((bar) => mainOf(bar, { style, colors })),
  )
  volume.setData(bars.map((bar) => volumeOf(bar, colors)))
  for (const indicator of indicators) indicator.redraw(bars)
}

export function drawTail(parts: BarParts, change: Exclude<BarChange, { kind: 'all' }>): void {
  parts.main.update(mainOf(change.bar, parts))
  parts.volume.update(volumeOf(change.bar, parts.colors))
  for (const indicator of parts.indicators) indicator.step(change.bar, change.kind === 'next')
}
