/** An order that could have been, laid over the public tick history: what the rule would have made of it. */
import type { Direction } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { type Settlement, settle, type SettleTerms } from '#rules/settle.ts'
import { indexAfter } from '#rules/spot.ts'

export interface Example {
  terms: SettleTerms
  settlement: Settlement
  /** Each decisive tick with the records beside it: back to the last good tick before its moment. */
  entryRecords: TickRecord[]
  exitRecords: TickRecord[]
}

export interface ExampleChoice {
  direction: Direction
  durationMs: number
  /** Where in the slice it begins: from 0, the earliest, up to 1. */
  at: number
}

const lastTickBefore = (records: readonly TickRecord[], index: number): number =>
  Math.max(
    0,
    records.findLastIndex(({ kind }, i) => kind === 'tick' && i < index),
  )

/** From the last good tick before acceptance to the record after the entry. */
function aroundEntry(records: readonly TickRecord[], { acceptedAt }: SettleTerms): TickRecord[] {
  const after = indexAfter(records, acceptedAt)
  const entry = records.findIndex(({ kind }, i) => kind === 'tick' && i >= after)
  return records.slice(lastTickBefore(records, after), (entry < 0 ? after : entry) + 2)
}

/** From the good tick before the exit to the record after expiry, which decides that nothing came later. */
function aroundExit(records: readonly TickRecord[], { expiresAt }: SettleTerms): TickRecord[] {
  const after = indexAfter(records, expiresAt)
  const exit = lastTickBefore(records, after)
  return records.slice(lastTickBefore(records, exit), after + 1)
}

/**
 * One order of this length within a contiguous slice of a log, judged by the rule; null: the slice is too short. It is
 * accepted after the slice's first good tick, so that the slice reaches back as far as the rule asks for.
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
  const acceptedAt = earliest + step
  const terms = { direction, acceptedAt, expiresAt: acceptedAt + durationMs }
  const settlement = settle(records, terms)
  if (settlement === null) return null
  return {
    terms,
    settlement,
    entryRecords: aroundEntry(records, terms),
    exitRecords: aroundExit(records, terms),
  }
}
