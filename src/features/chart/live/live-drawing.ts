import type { IChartApiBase, ISeriesApi } from 'lightweight-charts'
import { unjoined } from '#features/chart/base/line-points.ts'
import type { LiveSpan } from '#features/chart/live/live-views.ts'
import type { PricePoint } from '#features/chart/base/line-points.ts'
import type { TickGrid } from '#features/chart/live/tick-grid.ts'
import { knownRuns } from '#data/known-runs.ts'

/** The parts of the live chart that are drawn by the library. */
export interface LiveParts {
  chart: IChartApiBase<number>
  /** Has no values: it makes the points of the axis, also after now. */
  axis: ISeriesApi<'Line', number>
  /** The line but for its end: the library reads a series whole whenever a point of it changes. */
  past: ISeriesApi<'Line', number>
  /** The end of the line. It begins one cell before the end of `past`, so that the two are one line. */
  line: ISeriesApi<'Line', number>
  grid: TickGrid
  span: LiveSpan
}

/** What of the grid is drawn. All are cells. */
export interface Drawn {
  first: number
  /** The last cell of the line; one less than the first if there is none. */
  last: number
  /** The last cell of `past`. */
  past: number
  axisUntil: number
}

/** The time, and the time until which all prices are known. */
export interface LiveTimes {
  nowMs: number
  settledMs: number
}

/** The end of the line becomes past when it has so many cells. */
const END_CELLS = 40

/** The axis continues after now by this share of the span, so that it has labels there. */
const AXIS_AHEAD_SHARE = 0.7

/** The axis continues by so many cells at once: with each new one the library reads every series whole. */
const AXIS_CELLS = 20

const axisEnd = (nowMs: number, { spanMs, stepMs }: LiveSpan): number => {
  const cells = (nowMs + AXIS_AHEAD_SHARE * spanMs) / stepMs
  return Math.ceil(cells / AXIS_CELLS) * AXIS_CELLS
}

/**
 * The last cell whose price is known, as far as the axis reaches. Of a closed market it is known for days that no other
 * price followed, and the axis ends where the last one was.
 */
const knownUntil = (settledMs: number, axisUntil: number, { stepMs }: LiveSpan): number =>
  Math.min(Math.floor(settledMs / stepMs), axisUntil)

/** The same, but never before what is drawn. */
const lastKnown = (drawn: Drawn, settledMs: number, span: LiveSpan): number =>
  Math.max(drawn.last, knownUntil(settledMs, drawn.axisUntil, span))

/** The points of the line from the last one that is drawn until now, in runs. */
export function endOf(
  { grid, span }: LiveParts,
  drawn: Drawn,
  settledMs: number,
): readonly (readonly PricePoint[])[] {
  const from = Math.max(drawn.first, drawn.last)
  return runsOf(grid, from, lastKnown(drawn, settledMs, span))
}

/** The known prices of the cells from `first` to `last`. Cells are joined if there is no other between them. */
function runsOf(grid: TickGrid, first: number, last: number): PricePoint[][] {
  const { stepMs } = grid
  const values = grid.values(first, Math.max(0, last - first + 1))
  const points = values.flatMap((price, i) =>
    price === null ? [] : [{ timeMs: (first + i) * stepMs, price }],
  )
  return knownRuns(points, (before, after) => after.timeMs - before.timeMs === stepMs)
}

/** The share of the height at each edge that a price may not enter without a new price axis. */
const EDGE_SHARE = 0.04

/**
 * Whether older prices have come, the end has become long, or the newest price is at the edge of the chart.
 * `changedFrom` is the first cell that has changed since it was drawn.
 */
export function isOutdated(
  { chart, line, grid, span }: LiveParts,
  drawn: Drawn | null,
  { nowMs, settledMs, changedFrom }: LiveTimes & { changedFrom: number },
): boolean {
  if (drawn === null || changedFrom <= drawn.last) return true
  if (knownUntil(settledMs, axisEnd(nowMs, span), span) - drawn.last > END_CELLS) return true
  const y = line.priceToCoordinate(grid.newest()?.price ?? 0)
  const { height } = chart.paneSize()
  return y === null || y < EDGE_SHARE * height || y > (1 - EDGE_SHARE) * height
}

/** Draws everything that is kept, and forgets what is older. */
export function drawWhole(parts: LiveParts, { nowMs, settledMs }: LiveTimes): Drawn {
  const { grid, axis, past, span } = parts
  const { stepMs } = grid
  const known = grid.firstCell() ?? Math.floor(nowMs / stepMs)
  const oldest = Math.floor((nowMs - span.keepMs) / stepMs)
  const first = Math.max(oldest, Math.min(known, Math.floor((nowMs - span.spanMs) / stepMs)))
  grid.trim(first)
  const axisUntil = axisEnd(nowMs, span)
  const last = knownUntil(settledMs, axisUntil, span)
  axis.setData(
    Array.from({ length: axisUntil - first + 1 }, (_, i) => ({ time: (first + i) * stepMs })),
  )
  past.setData(pointsOf(grid, first, last))
  const drawn = { first, last: Math.max(last, first - 1), past: last, axisUntil }
  beginEnd(parts, drawn)
  return drawn
}

/** The prices of the cells from `first` to `last`, as far as they are known. */
const pointsOf = (grid: TickGrid, first: number, last: number) =>
  unjoined(
    runsOf(grid, first, last).map((run) =>
      run.map(({ timeMs, price }) => ({ time: timeMs, value: price })),
    ),
  )

/** Begins the end of the line where its past ends. */
const beginEnd = ({ grid, line }: LiveParts, { first, last }: Drawn): void =>
  line.setData(pointsOf(grid, Math.max(first, last - 1), last))

/** Makes the end of the line past, so that it stays short. */
function endPast(parts: LiveParts, drawn: Drawn): Drawn {
  const { grid, past } = parts
  for (const point of pointsOf(grid, drawn.past + 1, drawn.last)) past.update(point)
  beginEnd(parts, drawn)
  return { ...drawn, past: drawn.last }
}

/** Continues the axis and the line by what has become known since. */
export function drawNext(parts: LiveParts, drawn: Drawn, { nowMs, settledMs }: LiveTimes): Drawn {
  const { grid, axis, line, span } = parts
  const { stepMs } = grid
  const axisUntil = Math.max(drawn.axisUntil, axisEnd(nowMs, span))
  for (let cell = drawn.axisUntil + 1; cell <= axisUntil; cell += 1) {
    axis.update({ time: cell * stepMs })
  }
  const last = lastKnown({ ...drawn, axisUntil }, settledMs, span)
  for (const point of pointsOf(grid, drawn.last + 1, last)) line.update(point)
  const next = { ...drawn, last, axisUntil }
  return last - drawn.past > END_CELLS ? endPast(parts, next) : next
}

/**
 * Makes the library draw again. Its own request for an update would draw twice, because it lays out the chart first.
 */
export function drawAgain({ grid, line }: LiveParts, { first, last }: Drawn): void {
  const value = last < first ? null : grid.valueAt(last)
  if (value !== null) line.update({ time: last * grid.stepMs, value })
}

/** The lowest and the highest price of the visible part; null if there is none. */
export function extremesOf(
  { chart, grid, span }: LiveParts,
  drawn: Drawn,
  settledMs: number,
): [number, number] | null {
  const range = chart.timeScale().getVisibleLogicalRange()
  if (range === null) return null
  const from = Math.max(drawn.first, drawn.first + Math.floor(range.from))
  const known = lastKnown(drawn, settledMs, span)
  const until = Math.min(known, drawn.first + Math.ceil(range.to))
  const values = grid.values(from, Math.max(0, until - from + 1)).filter((value) => value !== null)
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)]
}
