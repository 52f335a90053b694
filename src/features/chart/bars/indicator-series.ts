import {
  type BarPrice,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type PriceFormatCustom,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import type { Candle } from '#contract/product.ts'
import { barRuns } from '#features/chart/bars/bar-runs.ts'
import { secondsOf } from '#features/chart/bars/bar-times.ts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import { unjoined } from '#features/chart/base/line-points.ts'
import {
  createIndicator,
  type Indicator,
  type IndicatorName,
  type IndicatorValues,
} from '#features/chart/bars/indicators.ts'
import { addLevels, nameStudy } from '#features/chart/bars/study-pane.ts'

const CLOSE = 4

/** One indicator on the chart: its lines, and its values per bar for the legend. */
export interface IndicatorSeries {
  name: IndicatorName
  redraw(bars: readonly Candle[]): void
  step(bar: Candle, isNew: boolean): void
  recolor(colors: ChartColors): void
  valuesAt(index: number): IndicatorValues | undefined
  remove(): void
}

export interface IndicatorPlace {
  chart: IChartApiBase<Time>
  /** 0 is the price's own pane. */
  pane: number
  colors: ChartColors
  /** Formats an indicator's values for the price axis. */
  priceFormat: PriceFormatCustom
  /** The index of the bar whose values are written: that under the crosshair, or the last one. */
  shown(): number
  /** The length of an interval. */
  barMs: number
}

const isBars = (name: IndicatorName, line: string): boolean =>
  name === 'macd' && line === 'histogram'

function colorOf(colors: ChartColors, line: number): string {
  return colors.series[line % colors.series.length] ?? colors.ink
}

export function createIndicatorSeries(name: IndicatorName, place: IndicatorPlace): IndicatorSeries {
  const { chart, pane, priceFormat, barMs, shown } = place
  let colors = place.colors
  let indicator: Indicator = createIndicator(name)
  let values: IndicatorValues[] = []
  const quiet = { lastValueVisible: false, priceLineVisible: false }
  const series = new Map<string, ISeriesApi<SeriesType>>()
  for (const [i, line] of indicator.lines.entries()) {
    const options = { ...quiet, priceFormat, color: colorOf(colors, i) }
    const made = isBars(name, line)
      ? chart.addSeries(HistogramSeries, options, pane)
      : chart.addSeries(
          LineSeries,
          { ...options, lineWidth: 1, crosshairMarkerVisible: false },
          pane,
        )
    series.set(line, made)
  }
  const [first] = series.values()
  let recolorLevels: ((color: string) => void) | null = null
  if (first !== undefined && pane > 0) {
    if (name === 'rsi') recolorLevels = addLevels(first, colors.line)
    // Below the name.
    first.priceScale().applyOptions({ scaleMargins: { top: 0.3, bottom: 0.08 } })
    const write = (value: number): string => priceFormat.formatter(value as BarPrice)
    nameStudy(first, { name, values: () => values[shown()], write, colors: () => colors })
  }
  const point = (bar: Candle, line: string, value: number | null | undefined) => {
    const time = secondsOf(bar)
    if (value === null || value === undefined) return { time }
    if (!isBars(name, line)) return { time, value }
    return { time, value, color: value >= 0 ? colors.up : colors.down }
  }
  const draw = (bars: readonly Candle[]): void => {
    for (const [line, target] of series) {
      let drawn = 0
      const runs = barRuns(bars, barMs).map((run) =>
        run.map((bar) => point(bar, line, values[drawn++]?.[line])),
      )
      target.setData(isBars(name, line) ? runs.flat() : unjoined(runs))
    }
  }
  return {
    name,
    redraw: (bars) => {
      indicator = createIndicator(name)
      values = bars.map((bar) => indicator.add(bar[CLOSE]))
      draw(bars)
    },
    step: (bar, isNew) => {
      const next = isNew ? indicator.add(bar[CLOSE]) : indicator.replace(bar[CLOSE])
      if (isNew) values.push(next)
      else values[values.length - 1] = next
      for (const [line, target] of series) target.update(point(bar, line, next[line]))
    },
    recolor: (next) => {
      colors = next
      recolorLevels?.(next.line)
      for (const [i, target] of [...series.values()].entries()) {
        target.applyOptions({ color: colorOf(colors, i) })
      }
    },
    valuesAt: (index) => values[index],
    remove: () => {
      for (const target of series.values()) chart.removeSeries(target)
    },
  }
}
