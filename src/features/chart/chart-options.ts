import { ColorType, type DeepPartial, type Time, type TimeChartOptions } from 'lightweight-charts'
import type { ChartColors } from '#features/chart/chart-colors.ts'
import { msOf, type TimeLabels } from '#features/chart/time-labels.ts'

export const CHART_STYLES = ['candles', 'line'] as const
export type ChartStyle = (typeof CHART_STYLES)[number]

export interface ChartWriters {
  locale: string
  price(scaled: number): string
  labels: TimeLabels
}

const AXIS_FONT_PX = 11

export function baseOptions(
  colors: ChartColors,
  writers: ChartWriters,
): DeepPartial<TimeChartOptions> {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colors.surface },
      textColor: colors.quiet,
      fontSize: AXIS_FONT_PX,
      // The library writes its logo as HTML text, which the content security policy forbids. ChartCredit replaces it.
      attributionLogo: false,
      panes: { separatorColor: colors.grid, enableResize: false },
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    crosshair: {
      vertLine: { color: colors.line, labelBackgroundColor: colors.line },
      horzLine: { color: colors.line, labelBackgroundColor: colors.line },
    },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.2 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      rightOffset: 6,
      minBarSpacing: 1.5,
      tickMarkFormatter: writers.labels.tick,
    },
    localization: {
      locale: writers.locale,
      timeFormatter: (time: Time) => writers.labels.full(msOf(time)),
    },
    // A vertical swipe scrolls the page and not the chart.
    handleScroll: { vertTouchDrag: false, horzTouchDrag: true, mouseWheel: false },
    handleScale: { axisPressedMouseMove: { time: true, price: false }, mouseWheel: true },
  }
}

/** Prices remain scaled integers in the chart; only the labels are formatted with decimals. */
export function mainOptions(style: ChartStyle, colors: ChartColors, writers: ChartWriters) {
  const priceFormat = {
    type: 'custom' as const,
    minMove: 1,
    formatter: (value: number) => writers.price(Math.round(value)),
  }
  if (style === 'line') return { priceFormat, color: colors.brand, lineWidth: 2 as const }
  return {
    priceFormat,
    upColor: colors.up,
    downColor: colors.down,
    wickUpColor: colors.up,
    wickDownColor: colors.down,
    borderVisible: false,
  }
}
