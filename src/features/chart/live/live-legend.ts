import { type Drawn, extremesOf, type LiveParts } from '#features/chart/live/live-drawing.ts'
import type { PricePoint } from '#features/chart/base/line-points.ts'

/** The data of the legend: the price under the crosshair or the newest one, and the extremes of what is shown. */
export interface LiveLegend extends PricePoint {
  pointed: boolean
  low: number
  high: number
}

interface Looked {
  /** The newest price of the page. */
  last: PricePoint | null
  /** The time under the crosshair, in ms; null without one. */
  pointedMs: number | null
  /** All prices until then are known. */
  settledMs: number
}

/** Null while there is no price or nothing is drawn. */
export function liveLegend(
  parts: LiveParts,
  drawn: Drawn | null,
  { last, pointedMs, settledMs }: Looked,
): LiveLegend | null {
  if (last === null || drawn === null) return null
  const { grid, span } = parts
  const pointed = pointedMs === null ? null : grid.valueAt(Math.round(pointedMs / span.stepMs))
  const [low, high] = extremesOf(parts, drawn, settledMs) ?? [last.price, last.price]
  const shown =
    pointedMs === null || pointed === null ? last : { timeMs: pointedMs, price: pointed }
  return { ...shown, low, high, pointed: pointed !== null }
}
