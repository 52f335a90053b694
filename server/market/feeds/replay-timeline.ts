/**
 * When each point of a recording plays: shifted to the start, with its gaps, divided by the speed, and repeated if
 * looped.
 */
import { MINUTE_MS } from '#contract/time.ts'
import type { CandleTick } from '#rules/candles.ts'

/** The pause between the end of a recording and its repetition. */
export const LOOP_PAUSE_MS = 1_000

/** What a timeline is made from. */
export interface TimelineWish {
  points: readonly CandleTick[]
  startedAt: number
  speed: number
  loop: boolean
}

/** A point of the recording in one of its runs. */
export interface Position {
  /** 0 is the first run, which starts a third into the recording. Later runs play all of it. */
  run: number
  index: number
}

/** The timeline of a recording. */
export interface Timeline {
  /** Points before the start, in shifted time. */
  history(): CandleTick[]
  /** The first point due at or after a moment. Null if the recording has ended. */
  seek(timeMs: number): Position | null
  next(position: Position): Position | null
  tickAt(position: Position): CandleTick
  /** The moment of the recording that plays at the start. */
  readonly cutAt: number
  /** When the last point plays. Null if it loops and never ends. */
  readonly endsAt: number | null
}

/**
 * The moment of the recording that plays at the start, a third of its duration in. At natural speed it is moved back by
 * less than a minute so that the recording's minutes align with the clock's minutes.
 */
function cutOf({ points, startedAt, speed }: TimelineWish): number {
  const first = points[0]?.timeMs ?? 0
  const last = points.at(-1)?.timeMs ?? first
  const third = first + Math.floor((last - first) / 3)
  if (speed !== 1) return third
  const aligned = third - ((((third - startedAt) % MINUTE_MS) + MINUTE_MS) % MINUTE_MS)
  return aligned >= first ? aligned : third
}

/** Creates the timeline of a recording. */
export function createTimeline(wish: TimelineWish): Timeline {
  const { points, startedAt, speed, loop } = wish
  const first = points[0]?.timeMs ?? 0
  const last = points.at(-1)?.timeMs ?? first
  const cut = cutOf(wish)
  const behind = points.findIndex(({ timeMs }) => timeMs >= cut)
  const shifted = (timeMs: number): number => startedAt + Math.floor((timeMs - cut) / speed)
  const runLength = Math.floor((last - first) / speed) + LOOP_PAUSE_MS
  const runStart = (run: number): number => shifted(last) + LOOP_PAUSE_MS + (run - 1) * runLength

  const timeAt = ({ run, index }: Position): number => {
    const { timeMs = last } = points[index] ?? {}
    return run === 0 ? shifted(timeMs) : runStart(run) + Math.floor((timeMs - first) / speed)
  }
  const next = ({ run, index }: Position): Position | null => {
    if (index + 1 < points.length) return { run, index: index + 1 }
    return loop ? { run: run + 1, index: 0 } : null
  }
  return {
    cutAt: cut,
    endsAt: loop ? null : shifted(last),
    history: () =>
      points.slice(0, behind).map((point) => ({ ...point, timeMs: shifted(point.timeMs) })),
    next,
    tickAt: (position) => {
      const { price = 0, size = 0 } = points[position.index] ?? {}
      return { timeMs: timeAt(position), price, size }
    },
    seek: (timeMs) => {
      const run =
        timeMs <= shifted(last)
          ? 0
          : Math.max(1, 1 + Math.floor((timeMs - runStart(1)) / runLength))
      if (run > 0 && !loop) return null
      const from = run === 0 ? behind : 0
      for (let index = from; index < points.length; index++) {
        if (timeAt({ run, index }) >= timeMs) return { run, index }
      }
      return { run: run + 1, index: 0 }
    },
  }
}
