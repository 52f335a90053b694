import { createChartEx, LineSeries } from 'lightweight-charts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import {
  hideLayout,
  liveLine,
  liveOptions,
  type LiveWriters,
} from '#features/chart/base/chart-options.ts'
import { type BoardEvents, DrawingBoard } from '#features/chart/drawings/drawing-board.ts'
import type { KnownSpans } from '#features/chart/base/known-spans.ts'
import type { LiveParts } from '#features/chart/live/live-drawing.ts'
import type { LiveSpan } from '#features/chart/live/live-views.ts'
import { MillisecondScale } from '#features/chart/base/ms-scale.ts'
import { createTickGrid } from '#features/chart/live/tick-grid.ts'

interface PartsOptions {
  container: HTMLElement
  span: LiveSpan
  writers: LiveWriters
}

/** Creates the chart of the library with its series, and the grid that they draw. */
export function createParts(
  { container, span, writers }: PartsOptions,
  colors: ChartColors,
  known: KnownSpans,
): LiveParts {
  const scale = new MillisecondScale(writers.labels)
  const options = liveOptions(colors, writers)
  const chart = createChartEx<number, MillisecondScale>(container, scale, options)
  hideLayout(container)
  // The axis writes prices as its first series does.
  const axis = chart.addSeries(LineSeries, liveLine(colors, writers))
  const past = chart.addSeries(LineSeries, liveLine(colors, writers))
  const line = chart.addSeries(LineSeries, liveLine(colors, writers))
  const grid = createTickGrid(span.stepMs, (timeMs) => known.has(timeMs, span.stepMs))
  return { chart, axis, past, line, span, grid }
}

/** The drawings of the user on a chart whose first point is the cell `first`. */
export function createBoard(
  { container, writers, board }: PartsOptions & { board: BoardEvents },
  { chart, span }: LiveParts,
  { first, colors }: { first(): number; colors(): ChartColors },
): DrawingBoard<number> {
  const host = {
    container,
    chart,
    positionOf: (timeMs: number) => timeMs / span.stepMs - first(),
    timeAt: (position: number) => (position + first()) * span.stepMs,
    colors,
    write: writers.price,
  }
  return new DrawingBoard<number>(host, board)
}
