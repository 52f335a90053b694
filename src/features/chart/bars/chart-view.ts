import {
  CandlestickSeries,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type LogicalRange,
  type MouseEventParams,
  type Time,
} from 'lightweight-charts'
import type { Candle } from '#contract/product.ts'
import { secondsOf } from '#features/chart/bars/bar-times.ts'
import { createBarStore } from '#features/chart/bars/bar-store.ts'
import { type BarParts, drawAll, drawTail, isBreak } from '#features/chart/bars/draw-bars.ts'
import { type ChartColors, readColors, watchColors } from '#features/chart/base/chart-colors.ts'
import {
  baseOptions,
  type ChartStyle,
  type BarWriters,
  mainOptions,
  priceFormatOf,
} from '#features/chart/base/chart-options.ts'
import type { BoardEvents } from '#features/chart/drawings/drawing-board.ts'
import { createIndicatorSeries } from '#features/chart/bars/indicator-series.ts'
import {
  type IndicatorName,
  type IndicatorValues,
  STUDIES,
} from '#features/chart/bars/indicators.ts'
import type { OrderMarks } from '#features/chart/bars/order-marks.ts'
import { createOverBars } from '#features/chart/bars/over-bars.ts'
import { msOf } from '#features/chart/base/time-labels.ts'
import type { LinkEnd } from '#features/chart/host/chart-link.ts'
import { type LinkedScale, linkScale } from '#features/chart/host/linked-scale.ts'
import type { Engine } from '#features/chart/host/engine.ts'
import { createWallChart } from '#features/chart/base/wall-scale.ts'

/** The data of the legend: the bar under the crosshair, or the last one. */
export interface LegendData {
  bar: Candle
  pointed: boolean
  values: readonly { name: IndicatorName; values: IndicatorValues }[]
}

export interface ChartViewOptions {
  container: HTMLElement
  barMs: number
  writers: BarWriters
  onLegend(data: LegendData | null): void
  /** Called with false when the newest bar has been moved out of sight. */
  onFollowing(following: boolean): void
  /** Called near the left edge, when older bars should be loaded. */
  onNearStart(): void
  /** The server's time, in ms; 0 while it is not known. */
  now(): number
  reducedMotion: boolean
  /** The order whose line the pointer is on; null for none. */
  onHoverOrder(id: string | null): void
  board: BoardEvents
  link: LinkEnd
}

/** An engine that draws bars. */
export interface ChartView extends Engine {
  reset(candles: readonly Candle[]): void
  upsert(candles: readonly Candle[]): void
  prepend(older: readonly Candle[]): void
  bars(): readonly Candle[]
  setStyle(style: ChartStyle): void
  setIndicators(names: readonly IndicatorName[]): void
}

/** Older bars are loaded when fewer than this are left of the visible ones. */
const NEAR_START_BARS = 30
const MAIN_STRETCH = 3
/** Where a bar has its close. */
const CLOSE = 4
/** The values of an index from 0 to 100. */
const TENTHS = {
  type: 'custom' as const,
  minMove: 0.1,
  formatter: (value: number): string => (Math.round(value * 10) / 10).toString(),
}
const VOLUME_SCALE = 'volume'

function addMain(chart: IChartApiBase<Time>, style: ChartStyle, look: [ChartColors, BarWriters]) {
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

/** The index of the bar under the crosshair, or of the last one. */
const shownIndex = ({ store, pointedMs }: BarParts): number =>
  pointedMs === null ? store.bars().length - 1 : store.indexAt(pointedMs)

function legendOf(parts: BarParts): LegendData | null {
  const { store, indicators, pointedMs } = parts
  const index = shownIndex(parts)
  const bar = store.bars()[index]
  if (bar === undefined) return null
  const values = indicators.map((one) => ({ name: one.name, values: one.valuesAt(index) ?? {} }))
  return { bar, pointed: pointedMs !== null, values }
}

function replaceIndicators(
  parts: BarParts,
  names: readonly IndicatorName[],
  write: BarWriters['price'],
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
      shown: () => shownIndex(parts),
      barMs: parts.store.barMs,
    })
  })
  for (const [i, pane] of chart.panes().entries()) pane.setStretchFactor(i === 0 ? MAIN_STRETCH : 1)
  for (const indicator of parts.indicators) indicator.redraw(parts.store.bars())
}

function createParts(options: ChartViewOptions): BarParts {
  const { container, writers } = options
  const style = 'candles'
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
    pointedMs: null,
  }
}

/**
 * Follows the crosshair and the scroll position, and fills the legend at most once per frame: without a crosshair by
 * the last bar.
 */
function follow(
  parts: BarParts,
  marks: OrderMarks,
  { link, onLegend, onNearStart, onFollowing, onHoverOrder }: ChartViewOptions,
) {
  let hovered: string | null = null
  let isTelling = false
  const tell = (): void => {
    if (isTelling) return
    isTelling = true
    requestAnimationFrame(() => {
      isTelling = false
      onLegend(legendOf(parts))
    })
  }
  parts.chart.subscribeCrosshairMove(({ time, point, paneIndex }: MouseEventParams) => {
    parts.pointedMs = time === undefined ? null : msOf(time)
    const isOwn = !link.isPointedFor()
    if (isOwn) link.point(parts.pointedMs)
    const before = hovered
    hovered = marks.point(paneIndex === 0 && isOwn ? (point ?? null) : null)
    if (hovered !== before) onHoverOrder(hovered)
    tell()
  })
  parts.chart.timeScale().subscribeVisibleLogicalRangeChange((range: LogicalRange | null) => {
    if (range === null) return
    if (range.from < NEAR_START_BARS) onNearStart()
    onFollowing(range.to >= parts.store.bars().length - 1)
  })
  return { tell, isPointed: () => parts.pointedMs !== null }
}

/** Shows the crosshair at a bar, or none. */
const pointer =
  (parts: BarParts) =>
  (timeMs: number | null): void => {
    const { chart, store } = parts
    const bar = timeMs === null ? undefined : store.bars()[store.indexAt(timeMs)]
    if (bar === undefined) chart.clearCrosshairPosition()
    else chart.setCrosshairPosition(bar[CLOSE], secondsOf(bar), parts.main)
  }

const measuresOf = (parts: BarParts): Pick<Engine, 'priceAt' | 'pane'> => ({
  priceAt: (y) =>
    y < (parts.chart.panes()[0]?.getHeight() ?? 0) ? parts.main.coordinateToPrice(y) : null,
  pane: () => ({
    width: parts.chart.timeScale().width(),
    height: parts.chart.panes().reduce((sum, pane) => sum + pane.getHeight(), 0),
  }),
})

/** Both ways back to the present. */
const presentOf = (chart: IChartApiBase<Time>, { lead }: LinkedScale) => ({
  follow: () => {
    lead()
    chart.timeScale().scrollToRealTime()
  },
  fit: () => {
    lead()
    chart.timeScale().resetTimeScale()
  },
})

export function createChartView(options: ChartViewOptions): ChartView {
  const { writers } = options
  const parts = createParts(options)
  const { chart, store } = parts
  const over = createOverBars(parts, options)
  over.attach()
  const linked = linkScale({ ...options, chart, times: over.times, point: pointer(parts) })
  const { tell, isPointed } = follow(parts, over.marks, options)
  let indicators: readonly IndicatorName[] = []
  const redraw = (): void => {
    drawAll(parts)
    tell()
  }
  const restyle = (style: ChartStyle): void => {
    chart.removeSeries(parts.main)
    parts.style = style
    parts.main = addMain(chart, style, [parts.colors, writers])
    over.attach()
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
      linked.follow()
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
    ...presentOf(chart, linked),
    linked,
    ...measuresOf(parts),
    setStyle: (style) => {
      if (style !== parts.style) restyle(style)
    },
    setIndicators: (names) => {
      if (names === indicators) return
      indicators = names
      replaceIndicators(parts, names, writers.price)
      tell()
    },
    setOrders: over.marks.set,
    setFocused: over.marks.setFocused,
    setLast: over.setLast,
    setDrawings: (state) => over.board.set(state),
    destroy: () => {
      linked.stop()
      over.stop()
      unwatch()
      chart.remove()
    },
  }
}
