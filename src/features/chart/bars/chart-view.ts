import {
  CandlestickSeries,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type LogicalRange,
  type MouseEventParams,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import type { Candle } from '#contract/product.ts'
import { isFollowed, lineOfCloses } from '#features/chart/bar-runs.ts'
import { type BarChange, type BarStore, createBarStore } from '#features/chart/bar-store.ts'
import { createBarTimes, secondsOf } from '#features/chart/bar-times.ts'
import {
  barColors,
  type ChartColors,
  readColors,
  watchColors,
} from '#features/chart/chart-colors.ts'
import {
  baseOptions,
  type ChartStyle,
  type ChartWriters,
  mainOptions,
  priceFormatOf,
} from '#features/chart/chart-options.ts'
import { type BoardEvents, DrawingBoard, type HandState } from '#features/chart/drawing-board.ts'
import { createIndicatorSeries, type IndicatorSeries } from '#features/chart/indicator-series.ts'
import { type IndicatorName, type IndicatorValues, STUDIES } from '#features/chart/indicators.ts'
import { createOrderMarks, type OrderMark } from '#features/chart/order-marks.ts'
import { createPriceTag } from '#features/chart/price-tag.ts'
import { msOf } from '#features/chart/time-labels.ts'
import { createWallChart } from '#features/chart/wall-scale.ts'

/** The data of the legend: the bar under the crosshair, or the last one. */
export interface LegendData {
  bar: Candle
  pointed: boolean
  values: readonly { name: IndicatorName; values: IndicatorValues }[]
}

export interface ChartViewOptions {
  container: HTMLElement
  barMs: number
  style: ChartStyle
  writers: ChartWriters
  onLegend(data: LegendData | null): void
  /** Called with false when the newest bar has been moved out of sight. */
  onFollowing(following: boolean): void
  /** Called near the left edge, when older bars should be loaded. */
  onNearStart(): void
  board: BoardEvents
}

/** The chart outside React: it receives bars and draws them. Nothing here renders a component. */
export interface ChartView {
  reset(candles: readonly Candle[]): void
  upsert(candles: readonly Candle[]): void
  prepend(older: readonly Candle[]): void
  bars(): readonly Candle[]
  /** Returns to the newest bar. */
  follow(): void
  setStyle(style: ChartStyle): void
  setIndicators(names: readonly IndicatorName[]): void
  setOrders(marks: readonly OrderMark[]): void
  /** Marks the newest price of the product at the axis, whatever bars are visible; null while it is not known. */
  setPrice(price: number | null): void
  setDrawings(state: HandState): void
  destroy(): void
}

/** Older bars are loaded when fewer than this are left of the visible ones. */
const NEAR_START_BARS = 30
const MAIN_STRETCH = 3
/** The values of an index from 0 to 100. */
const TENTHS = {
  type: 'custom' as const,
  minMove: 0.1,
  formatter: (value: number): string => (Math.round(value * 10) / 10).toString(),
}
const VOLUME_SCALE = 'volume'

interface Parts {
  chart: IChartApiBase<Time>
  store: BarStore
  colors: ChartColors
  volume: ISeriesApi<'Histogram'>
  main: ISeriesApi<SeriesType>
  style: ChartStyle
  indicators: IndicatorSeries[]
}

const volumeOf = (bar: Candle, colors: ChartColors) => ({
  time: secondsOf(bar),
  value: bar[5],
  color: barColors(bar, colors).volume,
})

function mainOf(bar: Candle, { style, colors }: Pick<Parts, 'style' | 'colors'>) {
  const [, open, high, low, close] = bar
  const time = secondsOf(bar)
  if (style === 'line') return { time, value: close }
  const { body } = barColors(bar, colors)
  return { time, open, high, low, close, color: body, wickColor: body }
}

/** Whether more than the tail has to be drawn: older bars changed, or the lines before a new bar end. */
function isBreak(store: BarStore, change: BarChange): boolean {
  if (change.kind === 'all') return true
  const before = store.bars()[store.indexAt(change.bar[0]) - 1]
  return before !== undefined && !isFollowed(before, change.bar, store.barMs)
}

function drawAll({ main, volume, store, style, colors, indicators }: Parts): void {
  const bars = store.bars()
  const isLine = style === 'line'
  main.setData(
    isLine ? lineOfCloses(bars, store.barMs) : bars.map((bar) => mainOf(bar, { style, colors })),
  )
  volume.setData(bars.map((bar) => volumeOf(bar, colors)))
  for (const indicator of indicators) indicator.redraw(bars)
}

function drawTail(parts: Parts, change: Exclude<BarChange, { kind: 'all' }>): void {
  parts.main.update(mainOf(change.bar, parts))
  parts.volume.update(volumeOf(change.bar, parts.colors))
  for (const indicator of parts.indicators) indicator.step(change.bar, change.kind === 'next')
}

function addMain(chart: IChartApiBase<Time>, style: ChartStyle, look: [ChartColors, ChartWriters]) {
  const options = mainOptions(style, ...look)
  return style === 'line'
    ? chart.addSeries(LineSeries, options, 0)
    : chart.addSeries(CandlestickSeries, options, 0)
}

function addVolume(chart: IChartApiBase<Time>): ISeriesApi<'Histogram'> {
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: VOLUME_SCALE,
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  chart.priceScale(VOLUME_SCALE).applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
  return volume
}

function legendAt({ store, indicators }: Parts, timeMs: number | null): LegendData | null {
  const index = timeMs === null ? store.bars().length - 1 : store.indexAt(timeMs)
  const bar = store.bars()[index]
  if (bar === undefined) return null
  const values = indicators.map((one) => ({ name: one.name, values: one.valuesAt(index) ?? {} }))
  return { bar, pointed: timeMs !== null, values }
}

function replaceIndicators(
  parts: Parts,
  names: readonly IndicatorName[],
  write: ChartWriters['price'],
): void {
  for (const indicator of parts.indicators) indicator.remove()
  const { chart, colors } = parts
  const isStudy = (name: IndicatorName): boolean => STUDIES.some((study) => study === name)
  parts.indicators = names.map((name) => {
    const pane = isStudy(name) ? chart.panes().length : 0
    const priceFormat = name === 'rsi' ? TENTHS : priceFormatOf(write)
    return createIndicatorSeries(name, {
      chart,
      pane,
      colors,
      priceFormat,
      barMs: parts.store.barMs,
    })
  })
  for (const [i, pane] of chart.panes().entries()) pane.setStretchFactor(i === 0 ? MAIN_STRETCH : 1)
  for (const indicator of parts.indicators) indicator.redraw(parts.store.bars())
}

function createParts(options: ChartViewOptions): Parts {
  const { container, writers, style } = options
  const colors = readColors()
  const chart = createWallChart(container, writers.labels, baseOptions(colors, writers))
  return {
    chart,
    colors,
    store: createBarStore(options.barMs),
    volume: addVolume(chart),
    main: addMain(chart, style, [colors, writers]),
    style,
    indicators: [],
  }
}

/** Follows the crosshair and the scroll position. Without a crosshair the legend shows the last bar. */
function follow(parts: Parts, { onLegend, onNearStart, onFollowing }: ChartViewOptions) {
  let pointedMs: number | null = null
  const tell = (): void => onLegend(legendAt(parts, pointedMs))
  parts.chart.subscribeCrosshairMove(({ time }: MouseEventParams) => {
    pointedMs = time === undefined ? null : msOf(time)
    tell()
  })
  parts.chart.timeScale().subscribeVisibleLogicalRangeChange((range: LogicalRange | null) => {
    if (range === null) return
    if (range.from < NEAR_START_BARS) onNearStart()
    onFollowing(range.to >= parts.store.bars().length - 1)
  })
  return { tell, isPointed: () => pointedMs !== null }
}

function createBoard(parts: Parts, options: ChartViewOptions): DrawingBoard<Time> {
  const { container, barMs, writers, board } = options
  const { chart, store } = parts
  const times = createBarTimes(store, barMs)
  return new DrawingBoard(
    { container, chart, ...times, colors: () => parts.colors, write: writers.price },
    board,
  )
}

export function createChartView(options: ChartViewOptions): ChartView {
  const { writers } = options
  const parts = createParts(options)
  const { chart, store } = parts
  const marks = createOrderMarks(() => parts.colors, store)
  const tag = createPriceTag(() => parts.colors)
  const board = createBoard(parts, options)
  board.attach(parts.main)
  marks.attach(parts.main)
  tag.attach(parts.main)
  const { tell, isPointed } = follow(parts, options)
  const redraw = (): void => {
    drawAll(parts)
    tell()
  }
  const restyle = (style: ChartStyle): void => {
    chart.removeSeries(parts.main)
    parts.style = style
    parts.main = addMain(chart, style, [parts.colors, writers])
    board.attach(parts.main)
    marks.attach(parts.main)
    tag.attach(parts.main)
    redraw()
  }
  const unwatch = watchColors(() => {
    parts.colors = readColors()
    chart.applyOptions(baseOptions(parts.colors, writers))
    for (const indicator of parts.indicators) indicator.recolor(parts.colors)
    restyle(parts.style)
  })
  return {
    reset: (candles) => {
      const first = store.bars().length === 0
      store.reset(candles)
      redraw()
      if (first) chart.timeScale().scrollToRealTime()
    },
    upsert: (candles) => {
      const changes = store.upsert(candles)
      if (changes.some((change) => isBreak(store, change))) return redraw()
      for (const change of changes) if (change.kind !== 'all') drawTail(parts, change)
      if (!isPointed()) tell()
    },
    prepend: (older) => {
      if (store.prepend(older) > 0) redraw()
    },
    bars: () => store.bars(),
    follow: () => chart.timeScale().scrollToRealTime(),
    setStyle: (style) => {
      if (style !== parts.style) restyle(style)
    },
    setIndicators: (names) => {
      replaceIndicators(parts, names, writers.price)
      tell()
    },
    setOrders: marks.set,
    setPrice: tag.set,
    setDrawings: (state) => board.set(state),
    destroy: () => {
      board.stop()
      unwatch()
      chart.remove()
    },
  }
}
