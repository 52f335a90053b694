import { SECOND_MS } from '#contract/time.ts'
import {
  type AutoscaleInfo,
  type DeepPartial,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type SeriesType,
  type Time,
  type TimeChartOptions,
  type UTCTimestamp,
} from 'lightweight-charts'
import { type ChartColors, readColors, watchColors } from '#features/chart/base/chart-colors.ts'
import { baseOptions, type DayWriters, priceFormatOf } from '#features/chart/base/chart-options.ts'
import { createWallChart } from '#features/chart/base/wall-scale.ts'
import type { DaySeries } from '#data/day-series.ts'
import { knownRuns } from '#data/known-runs.ts'
import { addDays, dayStart } from '#rules/business-day.ts'

/** A chart of days outside React. It always shows all its data and cannot be scrolled or zoomed. */
export interface DayChart {
  draw(series: readonly DaySeries[]): void
  destroy(): void
}

const LINE_WIDTH = 2
/** A month with its year in Chinese has eight characters, half of them of double width. */
const WIDEST_LABEL = 12

const pointOf = ({ day, value }: DaySeries['points'][number]) => {
  const time = (dayStart(day) / SECOND_MS) as UTCTimestamp
  return value === null ? { time } : { time, value }
}

/** The library joins all values of a line, so the days before and after one without a value are lines of their own. */
export function unbrokenSeries(series: DaySeries): DaySeries[] {
  if (series.look === 'bars') return [series]
  const { points } = series
  const known = points.filter(({ value }) => value !== null)
  return knownRuns(known, (before, after) => addDays(before.day, 1) === after.day).map((run) => {
    const values = new Map(run.map(({ day, value }) => [day, value]))
    // Each has all days, so that the axis is the same.
    return { ...series, points: points.map(({ day }) => ({ day, value: values.get(day) ?? null })) }
  })
}

/** Every scale includes zero, because a small change must not look like a large one. */
export function includingZero(seen: AutoscaleInfo | null): AutoscaleInfo | null {
  const least = Math.min(0, seen?.priceRange?.minValue ?? 0)
  const most = Math.max(least < 0 ? 0 : 1, seen?.priceRange?.maxValue ?? 0)
  return { ...seen, priceRange: { minValue: least, maxValue: most } }
}

export function stepsColor(tone: DaySeries['tone'], colors: ChartColors): string {
  switch (tone) {
    case 'up':
      return colors.up
    case 'down':
      return colors.down
    case 'none':
      return colors.quiet
    case undefined:
      return colors.brand
  }
}

function addSeries(
  chart: IChartApiBase<Time>,
  { look, tone, write }: DaySeries,
  colors: ChartColors,
): ISeriesApi<SeriesType> {
  const shared = {
    priceFormat: priceFormatOf(write),
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => includingZero(original()),
    lastValueVisible: false,
    priceLineVisible: false,
  }
  const line = { ...shared, lineWidth: LINE_WIDTH, crosshairMarkerVisible: false } as const
  switch (look) {
    case 'bars':
      return chart.addSeries(HistogramSeries, { ...shared, color: colors.brand })
    case 'line':
      return chart.addSeries(LineSeries, {
        ...line,
        color: colors.series[0],
        priceScaleId: 'left',
      })
    case 'steps':
      return chart.addSeries(LineSeries, {
        ...line,
        color: stepsColor(tone, colors),
        lineType: LineType.WithSteps,
      })
    case 'ahead':
      return chart.addSeries(LineSeries, {
        ...line,
        color: colors.series[0],
        lineType: LineType.WithSteps,
        lineStyle: LineStyle.Dashed,
      })
  }
}

const SCALE = {
  borderVisible: false,
  scaleMargins: { top: 0.1, bottom: 0 },
  // Avoids cut-off figures at the edge.
  entireTextOnly: true,
}

function optionsOf(colors: ChartColors, writers: DayWriters): DeepPartial<TimeChartOptions> {
  const base = baseOptions(colors, writers)
  return {
    ...base,
    rightPriceScale: SCALE,
    leftPriceScale: SCALE,
    timeScale: {
      ...base.timeScale,
      timeVisible: false,
      rightOffset: 0,
      minBarSpacing: 0.01,
      tickMarkMaxCharacterLength: WIDEST_LABEL,
    },
    handleScroll: false,
    handleScale: false,
  }
}

export function createDayChart(container: HTMLElement, writers: DayWriters): DayChart {
  let colors = readColors()
  const chart = createWallChart(container, writers.labels, optionsOf(colors, writers))
  let shown: readonly DaySeries[] = []
  let drawn: ISeriesApi<SeriesType>[] = []
  const draw = (): void => {
    for (const one of drawn) chart.removeSeries(one)
    chart.applyOptions({ leftPriceScale: { visible: shown.some(({ look }) => look === 'line') } })
    drawn = shown.flatMap(unbrokenSeries).map((series) => {
      const made = addSeries(chart, series, colors)
      made.setData(series.points.map(pointOf))
      return made
    })
    chart.timeScale().fitContent()
  }
  const unwatch = watchColors(() => {
    colors = readColors()
    chart.applyOptions(optionsOf(colors, writers))
    draw()
  })
  return {
    draw: (series) => {
      shown = series
      draw()
    },
    destroy: () => {
      unwatch()
      chart.remove()
    },
  }
}
