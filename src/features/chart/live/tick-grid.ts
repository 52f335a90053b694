import type { PricePoint } from '#features/chart/base/line-points.ts'

/**
 * Prices on a regular grid of times. The value of a cell is the last price at or before its time, so a time without a
 * tick repeats the price before it, as the market does. Where it is not known whether there was a tick, there is no
 * value.
 */
export interface TickGrid {
  readonly stepMs: number
  /** Adds a price. Returns the first cell whose value it may change, or null if a later price of the cell is known. */
  add(point: PricePoint): number | null
  /** The value of a cell; null before the first price and where the price is not known. */
  valueAt(cell: number): number | null
  /** The values of `count` cells from `first` on. */
  values(first: number, count: number): (number | null)[]
  /** The newest price; null if there is none. */
  newest(): PricePoint | null
  /** The first cell that has a value; null if there is none. */
  firstCell(): number | null
  /** Forgets prices that no cell from `first` on needs. */
  trim(first: number): void
}

/** The first cell at or after a time. */
const cellAt = (timeMs: number, stepMs: number): number => Math.ceil(timeMs / stepMs)

/** The number of points whose cell is at most `cell`. */
function countUntil(points: readonly PricePoint[], cell: number, stepMs: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (cellAt(points[middle]?.timeMs ?? 0, stepMs) <= cell) low = middle + 1
    else high = middle
  }
  return low
}

/** `isKnown` decides whether the price at the time of a cell is known. */
export function createTickGrid(
  stepMs: number,
  isKnown: (timeMs: number) => boolean = () => true,
): TickGrid {
  /** At most one per cell, in order of time. */
  let points: PricePoint[] = []
  const valueAt = (cell: number): number | null =>
    isKnown(cell * stepMs) ? (points[countUntil(points, cell, stepMs) - 1]?.price ?? null) : null
  return {
    stepMs,
    add: (point) => {
      const cell = cellAt(point.timeMs, stepMs)
      const at = countUntil(points, cell, stepMs)
      const last = points[at - 1]
      const same = last !== undefined && cellAt(last.timeMs, stepMs) === cell
      if (same && last.timeMs > point.timeMs) return null
      if (same && last.timeMs === point.timeMs && last.price === point.price) return null
      points.splice(same ? at - 1 : at, same ? 1 : 0, point)
      return cell
    },
    valueAt,
    values: (first, count) => {
      const values: (number | null)[] = []
      let next = countUntil(points, first, stepMs)
      let value = points[next - 1]?.price ?? null
      for (let cell = first; cell < first + count; cell += 1) {
        for (let point = points[next]; point !== undefined; point = points[next]) {
          if (cellAt(point.timeMs, stepMs) > cell) break
          value = point.price
          next += 1
        }
        values.push(isKnown(cell * stepMs) ? value : null)
      }
      return values
    },
    newest: () => points.at(-1) ?? null,
    firstCell: () => {
      const [first] = points
      return first === undefined ? null : cellAt(first.timeMs, stepMs)
    },
    trim: (first) => {
      const needed = Math.max(0, countUntil(points, first, stepMs) - 1)
      if (needed > 0) points = points.slice(needed)
    },
  }
}
