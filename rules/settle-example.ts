/** Hypothetical orders on the public tick history, settled by the rule. The app uses them to explain settlements. */
import type { Direction } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { type Settlement, settle, type SettleTerms } from '#rules/settle.ts'
import { indexAfter } from '#rules/spot.ts'
import { findLastIndex } from '#rules/find-last.ts'

/** A hypothetical order with its settlement. */
export interface Example {
  terms: SettleTerms
  settlement: Settlement
  /** The records around each decisive tick, from the last good tick before its moment. */
  entryRecords: TickRecord[]
  exitRecords: TickRecord[]
}

/** The choices for a hypothetical order. */
export interface ExampleChoice {
  direction: Direction
  durationMs: number
  /** The start within the slice: from 0 for the earliest, up to 1. */
  at: number
}

const lastTickBefore = (records: readonly TickRecord[], index: number): number =>
  Math.max(
    0,
    findLastIndex(records, ({ kind }, i) => kind === 'tick' && i < index),
  )

/** The records from the last good tick before acceptance to the record after the entry. */
function aroundEntry(records: readonly TickRecord[], { startsAt }: SettleTerms): TickRecord[] {
  const after = indexAfter(records, startsAt)
  const entry = records.findIndex(({ kind }, i) => kind === 'tick' && i >= after)
  return records.slice(lastTickBefore(records, after), (entry < 0 ? after : entry) + 2)
}

/**
 * The records from the good tick before the exit to the record after expiry, which proves that no later tick counts.
 */
function aroundExit(records: readonly TickRecord[], { expiresAt }: SettleTerms): TickRecord[] {
  const after = indexAfter(records, expiresAt)
  const exit = lastTickBefore(records, after)
  return records.slice(lastTickBefore(records, exit), after + 1)
}

/**
 * Settles one order of this length within a contiguous slice of a log; null if the slice is too short. The order is
 * accepted after the first good tick of the slice, so that the slice reaches back as far as the rule requires.
 */
export function exampleOf(records: readonly TickRecord[], choice: ExampleChoice): Example | null {
  const { direction, durationMs, at } = choice
  const first = records.find(({ kind }) => kind === 'tick')
  const newest = records.at(-1)
  if (first === undefined || newest === undefined) return null
  const earliest = first.timeMs + 1
  const latest = newest.timeMs - durationMs - 1
  if (latest < earliest) return null
  const step = Math.min(latest - earliest, Math.floor(at * (latest - earliest + 1)))
  const startsAt = earliest + step
  const terms = { direction, startsAt, expiresAt: startsAt + durationMs }
  const settlement = settle(records, terms)
  if (settlement === null) return null
  return {
    terms,
    settlement,
    entryRecords: aroundEntry(records, terms),
    exitRecords: aroundExit(records, terms),
  }
}
