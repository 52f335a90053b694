import type { Time } from 'lightweight-charts'
import { type BarTimes, createBarTimes } from '#features/chart/bars/bar-times.ts'
import type { ChartViewOptions } from '#features/chart/bars/chart-view.ts'
import type { BarParts } from '#features/chart/bars/draw-bars.ts'
import { createOrderMarks, type OrderMarks } from '#features/chart/bars/order-marks.ts'
import { createPriceTag } from '#features/chart/bars/price-tag.ts'
import type { LastPrice } from '#features/chart/base/line-points.ts'
import { DrawingBoard } from '#features/chart/drawings/drawing-board.ts'

/** What is drawn over the bars: the user's drawings and orders, and the newest price. */
export interface OverBars {
  marks: OrderMarks
  board: DrawingBoard<Time>
  times: BarTimes
  setLast(last: LastPrice | null): void
  /** Draws it on the main series, which is another one after a change of style. */
  attach(): void
  stop(): void
}

export function createOverBars(parts: BarParts, options: ChartViewOptions): OverBars {
  const { container, barMs, writers, now, reducedMotion } = options
  const colors = () => parts.colors
  const times = createBarTimes(parts.store, barMs)
  const { price, orders } = writers
  const board = new DrawingBoard<Time>(
    { container, chart: parts.chart, ...times, colors, write: price },
    options.board,
  )
  const marks = createOrderMarks({ times, look: { colors, price, orders }, now, reducedMotion })
  const tag = createPriceTag(colors)
  return {
    marks,
    board,
    times,
    setLast: (last) => {
      tag.set(last?.price ?? null)
      marks.setLast(last)
    },
    attach: () => {
      for (const each of [board, marks, tag]) each.attach(parts.main)
    },
    stop: () => {
      board.stop()
      marks.stop()
    },
  }
}
