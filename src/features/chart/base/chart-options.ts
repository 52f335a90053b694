import {
  type ChartOptionsImpl,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  type Time,
  type TimeChartOptions,
  TrackingModeExitMode,
} from 'lightweight-charts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import { FONT_PX, fontFamily } from '#features/chart/base/chart-font.ts'
import type { ScaleLabels } from '#features/chart/base/ms-scale.ts'
import { msOf, type TimeLabels } from '#features/chart/base/time-labels.ts'

export type ChartStyle = 'candles' | 'line'

/** How a chart writes its prices and times in the user's language. */
export interface ChartWriters<Labels> {
  locale: string
  price(scaled: number): string
  countdown(leftMs: number): string
  /** So many orders, as short as a price. */
  orders(count: number): string
  labels: Labels
}
export type BarWriters = ChartWriters<TimeLabels>
export type DayWriters = Omit<ChartWriters<Omit<TimeLabels, 'zone'>>, 'countdown' | 'orders'>
export type LiveWriters = ChartWriters<ScaleLabels>

/** Times with seconds are written in figures, which are narrower than the library reckons. */
const LIVE_LABEL_LENGTH = 6

/** What every chart of the app has in common. */
function sharedOptions(colors: ChartColors) {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colors.surface },
      textColor: colors.quiet,
      fontSize: FONT_PX,
      fontFamily: fontFamily(),
      // The library writes its logo as HTML text, which the content security policy forbids. ChartCredit replaces it.
      attributionLogo: false,
      panes: { separatorColor: colors.grid, enableResize: false },
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    crosshair: {
      // It reads the price under the pointer, and not that of the nearest line.
      mode: CrosshairMode.Normal,
      vertLine: { color: colors.line, labelBackgroundColor: colors.line },
      horzLine: { color: colors.line, labelBackgroundColor: colors.line },
    },
    // A vertical swipe scrolls the page and not the chart.
    handleScroll: { vertTouchDrag: false, horzTouchDrag: true, mouseWheel: false },
    handleScale: { axisPressedMouseMove: { time: true, price: false }, mouseWheel: true },
  }
}

/** A label that would be cut off at the edge is left out. */
const PRICE_SCALE = { borderVisible: false, entireTextOnly: true } as const

export function baseOptions(
  colors: ChartColors,
  writers: DayWriters,
): DeepPartial<TimeChartOptions> {
  return {
    ...sharedOptions(colors),
    rightPriceScale: { ...PRICE_SCALE, scaleMargins: { top: 0.08, bottom: 0.2 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: writers.labels.seconds,
      rightOffset: 6,
      minBarSpacing: 1.5,
      tickMarkFormatter: writers.labels.tick,
    },
    localization: {
      locale: writers.locale,
      timeFormatter: (time: Time) => writers.labels.full(msOf(time)),
    },
  }
}

/** The options of the live line, whose view is set by the chart itself while time passes. */
export function liveOptions(
  colors: ChartColors,
  { locale }: LiveWriters,
): DeepPartial<ChartOptionsImpl<number>> {
  return {
    ...sharedOptions(colors),
    rightPriceScale: { ...PRICE_SCALE, scaleMargins: { top: 0.14, bottom: 0.1 } },
    timeScale: {
      borderVisible: false,
      minBarSpacing: 0.05,
      // All labels are equally far apart.
      uniformDistribution: true,
      tickMarkMaxCharacterLength: LIVE_LABEL_LENGTH,
      shiftVisibleRangeOnNewBar: false,
      lockVisibleTimeRangeOnResize: true,
    },
    // The chart would glide on after the finger has left it, and no one could say when that ends.
    kineticScroll: { touch: false, mouse: false },
    trackingMode: { exitMode: TrackingModeExitMode.OnTouchEnd },
    localization: { locale },
  }
}

const LINE_WIDTH = 2

/** The line itself. The newest price is drawn by the primitive, at its own time. */
export const liveLine = (colors: ChartColors, writers: LiveWriters) => ({
  priceFormat: priceFormatOf(writers.price),
  color: colors.price,
  lineWidth: LINE_WIDTH as 2,
  lastValueVisible: false,
  priceLineVisible: false,
})

const WHOLE = 1e-6

/**
 * Values remain scaled integers in a chart; only the labels are formatted with decimals. Where the library divides an
 * axis into steps of two and a half, the values between two integers have no label, because a rounded one would lie.
 */
export const priceFormatOf = (write: (scaled: number) => string) => ({
  type: 'custom' as const,
  minMove: 1,
  formatter: (value: number) => write(Math.round(value)),
  tickmarksFormatter: (values: readonly number[]) =>
    values.map((value) =>
      Math.abs(value - Math.round(value)) < WHOLE ? write(Math.round(value)) : '',
    ),
})

export function mainOptions(style: ChartStyle, colors: ChartColors, writers: BarWriters) {
  // The library would mark the last visible bar as if its price were the newest one.
  const shared = {
    priceFormat: priceFormatOf(writers.price),
    lastValueVisible: false,
    priceLineVisible: false,
  }
  if (style === 'line') return { ...shared, color: colors.price, lineWidth: LINE_WIDTH as 2 }
  return {
    ...shared,
    upColor: colors.up,
    downColor: colors.down,
    wickUpColor: colors.up,
    wickDownColor: colors.down,
    borderVisible: false,
  }
}

/** Hides the library's table of canvases from screen readers. They get the same data as text, beside the chart. */
export const hideLayout = (container: HTMLElement): void =>
  container.querySelector('.tv-lightweight-charts')?.setAttribute('aria-hidden', 'true')
