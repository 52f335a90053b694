import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import type {
  ChartOptionsImpl,
  HorzScaleItemConverterToInternalObj,
  IHorzScaleBehavior,
  InternalHorzScaleItem,
  InternalHorzScaleItemKey,
  TickMark,
  TickMarkWeightValue,
  TimeMark,
  TimeScalePoint,
} from 'lightweight-charts'
import type { WallClock } from '#features/chart/base/wall-clock.ts'
import { alignAtEdges } from '#features/chart/base/wall-scale.ts'
import { findLastIndex } from '#rules/find-last.ts'

/** How a millisecond scale writes its times. */
export interface ScaleLabels {
  /** The clock of these labels. The axis has its marks at round times of it. */
  wall: WallClock
  /** A label of the axis; `seconds` is false for whole minutes. */
  axis(timeMs: number, seconds: boolean): string
  /** The time under the crosshair, with tenths of a second. */
  exact(timeMs: number): string
}

/** Each step divides the next one, so that a coarser label is never squeezed out by a finer one. */
const STEPS_MS = [
  100,
  500,
  1_000,
  5_000,
  15_000,
  30_000,
  60_000,
  300_000,
  900_000,
  HOUR_MS,
] as const
const TENTH_MS = 100
/** Between the weights that the library's own time scale uses. */
const WEIGHT_PER_STEP = 5

/** How prominent a time of the wall clock is on the axis: by the longest step that it is a multiple of. */
export function weightOf(wallMs: number): number {
  const steps = findLastIndex(STEPS_MS, (stepMs) => wallMs % stepMs === 0)
  return (steps + 1) * WEIGHT_PER_STEP
}

// The library's own names for a number. It passes them back unchanged.
const itemOf = (timeMs: number) => timeMs as unknown as InternalHorzScaleItem
const timeOf = (item: unknown): number => (typeof item === 'number' ? item : 0)

/** A horizontal scale whose points are milliseconds; the library's own has seconds (decision 0039). */
export class MillisecondScale implements IHorzScaleBehavior<number> {
  readonly #labels: ScaleLabels
  #options: ChartOptionsImpl<number> | undefined

  constructor(labels: ScaleLabels) {
    this.#labels = labels
  }

  options(): ChartOptionsImpl<number> {
    if (this.#options === undefined) throw new Error('the chart sets its options first')
    return this.#options
  }
  setOptions(options: ChartOptionsImpl<number>): void {
    this.#options = options
  }
  preprocessData(): void {
    // Points are numbers from the start.
  }
  updateFormatter(): void {
    // The labels do not depend on the chart's options.
  }
  createConverterToInternalObj(): HorzScaleItemConverterToInternalObj<number> {
    return itemOf
  }
  convertHorzItemToInternal(timeMs: number): InternalHorzScaleItem {
    return itemOf(timeMs)
  }
  key(item: InternalHorzScaleItem | number): InternalHorzScaleItemKey {
    return item as unknown as InternalHorzScaleItemKey
  }
  cacheKey(item: InternalHorzScaleItem): number {
    return timeOf(item)
  }
  formatHorzItem(item: InternalHorzScaleItem): string {
    return this.#labels.exact(timeOf(item))
  }
  formatTickmark({ time }: TickMark): string {
    const timeMs = timeOf(time)
    // A label that had to be rounded would be beside its time.
    if (timeMs % TENTH_MS !== 0) return ''
    if (timeMs % SECOND_MS !== 0) return this.#labels.exact(timeMs)
    return this.#labels.axis(timeMs, timeMs % MINUTE_MS !== 0)
  }
  maxTickMarkWeight(marks: TimeMark[]): TickMarkWeightValue {
    alignAtEdges(marks)
    const [first, ...others] = marks.map(({ weight }) => weight)
    if (first === undefined) throw new Error('an axis without labels asks for no weight')
    return others.reduce((most, weight) => (weight > most ? weight : most), first)
  }
  fillWeightsForPoints(points: readonly TimeScalePoint[], startIndex: number): void {
    for (let at = startIndex; at < points.length; at += 1) {
      const point = points[at]
      if (point === undefined) continue
      Object.assign(point, { timeWeight: weightOf(this.#labels.wall(timeOf(point.time))) })
    }
  }
}
