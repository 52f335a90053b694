/** Holds a simulated hour, once its seed is shown, against the price records that were written while nobody knew it. */
import type { TickRecord } from '#contract/tick-log.ts'
import { type SimulatedTick, simulatedSeries } from '#rules/simulation.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'
import { indexAfter } from '#rules/spot.ts'

export type SeriesFault =
  /** The record is no tick of the series. */
  | { kind: 'foreign'; seq: number }
  /** A tick of the series was left out where the log says of no break. */
  | { kind: 'missing'; timeMs: number }
  /** The log holds no price at or before the hour's start. */
  | { kind: 'start' }

export interface SeededHour {
  /** 32 bytes as lower hex. */
  seed: string
  startsAt: number
  endsAt: number
}

type Tick = Extract<TickRecord, { kind: 'tick' }>
/** A tick that was put aside is of the series as well; of its size nothing is kept. */
type Given = Extract<TickRecord, { kind: 'tick' | 'rejected' }>

/** Whether a gap or halt of the log covers a moment, or the log ends before it. */
function isBroken(records: readonly TickRecord[], timeMs: number): boolean {
  const after = indexAfter(records, timeMs - 1)
  const next = records[after]
  if (next === undefined || next.kind === 'gap') return true
  const told = records.slice(0, after).findLast(({ kind }) => kind === 'tick' || kind === 'halt')
  return told?.kind === 'halt' || records[indexAfter(records, timeMs)]?.kind === 'gap'
}

const isSame = (given: Given, made: SimulatedTick): boolean =>
  given.timeMs === made.timeMs &&
  given.price === made.price &&
  (given.kind === 'rejected' || given.size === made.size)

/** The first thing of the hour that the seed does not explain; null: everything follows from it. */
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
