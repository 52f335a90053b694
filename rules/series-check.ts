/** Verifies a simulated hour against the price records: once its seed is published, every tick must follow from it. */
import type { TickRecord } from '#contract/tick-log.ts'
import { type SimulatedTick, simulatedSeries } from '#rules/simulation.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'
import { indexAfter } from '#rules/spot.ts'
import { findLast } from '#rules/find-last.ts'

/** The first deviation of the log from the series. */
export type SeriesFault =
  /** The record is not a tick of the series. */
  | { kind: 'foreign'; seq: number }
  /** A tick of the series is missing, although the log records no gap or halt there. */
  | { kind: 'missing'; timeMs: number }
  /** The log has no price at or before the start of the hour. */
  | { kind: 'start' }

/** One hour of the simulated feed with its published seed. Times are in ms. */
export interface SeededHour {
  /** The seed: 32 bytes as lower-case hex. */
  seed: string
  startsAt: number
  endsAt: number
}

type Tick = Extract<TickRecord, { kind: 'tick' }>
/** Rejected ticks are part of the series too, but the log does not record their size. */
type Given = Extract<TickRecord, { kind: 'tick' | 'rejected' }>

/** Whether a gap or halt of the log covers a moment, or the log ends before it. */
function isBroken(records: readonly TickRecord[], timeMs: number): boolean {
  const after = indexAfter(records, timeMs - 1)
  const next = records[after]
  if (next === undefined || next.kind === 'gap') return true
  const last = findLast(records.slice(0, after), ({ kind }) => kind === 'tick' || kind === 'halt')
  return last?.kind === 'halt' || records[indexAfter(records, timeMs)]?.kind === 'gap'
}

const isSame = (given: Given, made: SimulatedTick): boolean =>
  given.timeMs === made.timeMs &&
  given.price === made.price &&
  (given.kind === 'rejected' || given.size === made.size)

/** What was compared: the first deviation, null if there is none, and how many promised ticks the log contains. */
export interface SeriesReport {
  fault: SeriesFault | null
  /** All ticks of the series that were looked for. */
  promised: number
  /** Those that the log contains. The others lie in its gaps and halts. */
  logged: number
}

/** Compares one hour of the log with its series, up to the first deviation. */
export function checkSeries(
  records: readonly TickRecord[],
  hour: SeededHour,
  parameters: SimulationParameters,
): SeriesReport {
  const begun = records.slice(0, indexAfter(records, hour.startsAt))
  const start = findLast(begun, (record): record is Tick => record.kind === 'tick')
  if (start === undefined) return { fault: { kind: 'start' }, promised: 0, logged: 0 }
  const next = simulatedSeries({ ...hour, startPrice: start.price, parameters })
  const given = records
    .slice(begun.length, indexAfter(records, hour.endsAt - 1))
    .filter((record): record is Given => record.kind === 'tick' || record.kind === 'rejected')
  let logged = 0
  for (let promised = 0; ; promised++) {
    const made = next()
    const tick = given[logged]
    const report = (fault: SeriesFault | null): SeriesReport => ({ fault, promised, logged })
    if (made === null) return report(tick === undefined ? null : { kind: 'foreign', seq: tick.seq })
    if (tick !== undefined && isSame(tick, made)) logged += 1
    else if (tick !== undefined && tick.timeMs <= made.timeMs)
      return report({ kind: 'foreign', seq: tick.seq })
    else if (!isBroken(records, made.timeMs))
      return report({ kind: 'missing', timeMs: made.timeMs })
  }
}
