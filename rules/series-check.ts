/** Verifies a simulated hour against the price records: once its seed is published, every tick must follow from it. */
import type { TickRecord } from '#contract/tick-log.ts'
import { type SimulatedTick, simulatedSeries } from '#rules/simulation.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'
import { indexAfter } from '#rules/spot.ts'

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
  const last = records.slice(0, after).findLast(({ kind }) => kind === 'tick' || kind === 'halt')
  return last?.kind === 'halt' || records[indexAfter(records, timeMs)]?.kind === 'gap'
}

const isSame = (given: Given, made: SimulatedTick): boolean =>
  given.timeMs === made.timeMs &&
  given.price === made.price &&
  (given.kind === 'rejected' || given.size === made.size)

/** The first deviation within the hour; null if every record follows from the seed. */
export function findSeriesFault(
  records: readonly TickRecord[],
  hour: SeededHour,
  parameters: SimulationParameters,
): SeriesFault | null {
  const begun = records.slice(0, indexAfter(records, hour.startsAt))
  const start = begun.findLast((record): record is Tick => record.kind === 'tick')
  if (start === undefined) return { kind: 'start' }
  const next = simulatedSeries({ ...hour, startPrice: start.price, parameters })
  const given = records
    .slice(begun.length, indexAfter(records, hour.endsAt - 1))
    .filter((record): record is Given => record.kind === 'tick' || record.kind === 'rejected')
  let made = next()
  for (const tick of given) {
    for (; made !== null && made.timeMs < tick.timeMs; made = next()) {
      if (!isBroken(records, made.timeMs)) return { kind: 'missing', timeMs: made.timeMs }
    }
    if (made === null || !isSame(tick, made)) return { kind: 'foreign', seq: tick.seq }
    made = next()
  }
  return null
}
