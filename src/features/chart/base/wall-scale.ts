/** The time axis of charts of bars: its marks are at midnights and whole hours of the clock that writes its labels. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import {
  createChartEx,
  type DeepPartial,
  defaultHorzScaleBehavior,
  type IChartApiBase,
  type TickMarkWeightValue,
  type Time,
  type TimeChartOptions,
  type TimeMark,
  type TimeScalePoint,
} from 'lightweight-charts'
import { hideLayout } from '#features/chart/base/chart-options.ts'
import { msOf, type TimeLabels } from '#features/chart/base/time-labels.ts'
import type { WallClock } from '#features/chart/base/wall-clock.ts'

/** The weights of the library, which decide what a mark is called: see its `TickMarkWeight`. */
export const MARK_WEIGHTS = { year: 70, month: 60, day: 50, none: 0 } as const
const TIMES_OF_DAY = [
  [12 * HOUR_MS, 33],
  [6 * HOUR_MS, 32],
  [3 * HOUR_MS, 31],
  [HOUR_MS, 30],
  [30 * MINUTE_MS, 22],
  [5 * MINUTE_MS, 21],
  [MINUTE_MS, 20],
  [SECOND_MS, 10],
] as const

/** How prominent the first bar at or after a round time is. Both times are those of a wall clock. */
function weightAfter(beforeMs: number, wallMs: number): number {
  const [before, wall] = [new Date(beforeMs), new Date(wallMs)]
  if (wall.getUTCFullYear() > before.getUTCFullYear()) return MARK_WEIGHTS.year
  const isLater = Math.floor(wallMs / DAY_MS) > Math.floor(beforeMs / DAY_MS)
  if (isLater && wall.getUTCMonth() !== before.getUTCMonth()) return MARK_WEIGHTS.month
  if (isLater) return MARK_WEIGHTS.day
  // A clock that was put back shows times again, and they get their marks again.
  const sinceMs = Math.min(beforeMs, wallMs - 1)
  const crossed = TIMES_OF_DAY.find(
    ([everyMs]) => Math.floor(sinceMs / everyMs) !== Math.floor(wallMs / everyMs),
  )
  return crossed?.[1] ?? MARK_WEIGHTS.none
}

/** Lets the library move labels that would be cut off at an edge. It calls this before it draws them. */
export function alignAtEdges(marks: TimeMark[]): void {
  for (const mark of marks) Object.assign(mark, { needAlignCoordinate: true })
}

/** The library's own scale chooses its marks in UTC. */
export class WallScale extends defaultHorzScaleBehavior() {
  readonly #wall: WallClock

  constructor(wall: WallClock) {
    super()
    this.#wall = wall
  }

  override fillWeightsForPoints(points: readonly TimeScalePoint[], startIndex: number): void {
    const wallAt = (at: number): number => this.#wall(msOf(points[at]?.originalTime as Time))
    for (let at = startIndex; at < points.length; at += 1) {
      const wallMs = wallAt(at)
      // What was before the first bar is not known; the distance to the next one is the best guess.
      const before = at > 0 ? wallAt(at - 1) : 2 * wallMs - wallAt(Math.min(1, points.length - 1))
      Object.assign(points[at] ?? {}, { timeWeight: weightAfter(before, wallMs) })
    }
  }

  override maxTickMarkWeight(marks: TimeMark[]): TickMarkWeightValue {
    alignAtEdges(marks)
    return super.maxTickMarkWeight(marks)
  }
}

/** Creates a chart of bars or days whose labels and marks follow the same clock. */
export const createWallChart = (
  container: HTMLElement,
  labels: Pick<TimeLabels, 'wall'>,
  options: DeepPartial<TimeChartOptions>,
): IChartApiBase<Time> => {
  const chart: IChartApiBase<Time> = createChartEx(container, new WallScale(labels.wall), options)
  hideLayout(container)
  return chart
}
