/**
 * Finds the decisive ticks of an order in a slice of the log. Each half of the rule examines one of its two moments.
 */
import type { TickRecord } from '#contract/tick-log.ts'

/** A record of the log that is a good tick. */
export type Tick = Extract<TickRecord, { kind: 'tick' }>

/** Maximum time from acceptance to the entry tick, and maximum age of the exit tick at expiry. */
export const MAX_SPOT_AGE_MS = 3_000

/** The reasons at the entry that make an order void. */
type EntryVoid = 'gap_at_entry' | 'halt_at_entry' | 'late_entry'
/** The reasons at the exit that make an order void. */
type ExitVoid = 'gap_at_exit' | 'halt_at_exit' | 'stale_exit'

/**
 * The half around acceptance. `tick` is the first good tick after acceptance and within 3 s of it. If both are null,
 * the tick may still come.
 */
export interface EntryHalf {
  tick: Tick | null
  reason: EntryVoid | null
}
/** The half around expiry. `tick` is the last good tick at or before expiry, of any age. */
export interface ExitHalf {
  tick: Tick | null
  reason: ExitVoid | null
}

/** The index of the first record later than `timeMs`, or the length if there is none. */
export function indexAfter(records: readonly TickRecord[], timeMs: number): number {
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const record = records[middle]
    if (record !== undefined && record.timeMs <= timeMs) low = middle + 1
    else high = middle
  }
  return low
}

function lastTick(records: readonly TickRecord[], before: number): Tick | null {
  for (let i = before - 1; i >= 0; i--) {
    const record = records[i]
    if (record?.kind === 'tick') return record
  }
  return null
}

function firstTick(records: readonly TickRecord[], from: number, latestMs: number): Tick | null {
  for (let i = from; i < records.length; i++) {
    const record = records[i]
    if (record === undefined || record.timeMs > latestMs) return null
    if (record.kind === 'tick') return record
  }
  return null
}

/** Whether a gap covers the moment. A gap extends from the record before it to its own time, inclusive. */
function inGap(records: readonly TickRecord[], momentMs: number): boolean {
  const after = indexAfter(records, momentMs)
  if (records[after]?.kind === 'gap') return true
  for (let i = after - 1; i >= 0 && records[i]?.timeMs === momentMs; i--) {
    if (records[i]?.kind === 'gap') return true
  }
  return false
}

/** Whether a halt covers the moment. A halt extends from its own time to the next good tick, exclusive. */
function inHalt(records: readonly TickRecord[], momentMs: number): boolean {
  const after = indexAfter(records, momentMs)
  for (let i = after - 1; i >= 0; i--) {
    if (records[i]?.kind === 'tick') return false
    if (records[i]?.kind === 'halt') return true
  }
  return false
}

/**
 * Examines acceptance, `t0`. The slice must be contiguous. It must reach back to the last good tick before `t0` (or the
 * start of the log), and forward to the first good tick after `t0` or the first record later than `t0` + 3 s. Null if
 * there is no record after `t0` yet.
 */
export function entryOf(records: readonly TickRecord[], startsAt: number): EntryHalf | null {
  const after = indexAfter(records, startsAt)
  if (after === records.length) return null
  const latest = startsAt + MAX_SPOT_AGE_MS
  const tick = firstTick(records, after, latest)
  if (inGap(records, startsAt)) return { tick, reason: 'gap_at_entry' }
  if (inHalt(records, startsAt)) return { tick, reason: 'halt_at_entry' }
  const over = indexAfter(records, latest) < records.length
  return { tick, reason: tick === null && over ? 'late_entry' : null }
}

/**
 * Examines expiry, `T`. The slice must be contiguous. It must reach back to the last good tick before `T` (or the start
 * of the log), and forward to the first record later than `T`. Null if there is no record after `T` yet.
 */
export function exitOf(records: readonly TickRecord[], expiresAt: number): ExitHalf | null {
  const after = indexAfter(records, expiresAt)
  if (after === records.length) return null
  const tick = lastTick(records, after)
  if (inGap(records, expiresAt)) return { tick, reason: 'gap_at_exit' }
  if (inHalt(records, expiresAt)) return { tick, reason: 'halt_at_exit' }
  const stale = tick === null || expiresAt - tick.timeMs > MAX_SPOT_AGE_MS
  return { tick, reason: stale ? 'stale_exit' : null }
}
