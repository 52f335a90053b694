/**
 * Outages of a market whose feed is determined. What was missed is appended afterwards: the same prices at the same
 * times. A marker after it says so, and readers check that it can be true.
 */
import { DURATION_MAX_MS } from '#contract/product.ts'
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { LEAD_MAX_MS } from '#contract/signed-order.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { inOrderOfTime } from '#rules/receipt-order.ts'
import { indexAfter, MAX_SPOT_AGE_MS } from '#rules/spot.ts'

/** An open product that has had no record for this long gets a heartbeat. */
export const HEARTBEAT_MS = 1_000
/**
 * The newest record may be so old when an order is accepted (TRADING_STALE_MS in contract/topics.ts), so the server may
 * have run so long after it.
 */
const RUNS_ON_MS = 5_000
/**
 * How far an outage is filled at most, counted from the last record before it. Every order that was accepted before the
 * outage ends within, and so does the age that its exit may have. Which orders there are does not matter.
 */
export const FILL_MAX_MS = DURATION_MAX_MS + LEAD_MAX_MS + RUNS_ON_MS + MAX_SPOT_AGE_MS

/** The time up to which an outage is filled. The server has no choice in it. */
export const filledUntil = (fromMs: number, writtenAt: number): number =>
  Math.min(writtenAt, fromMs + FILL_MAX_MS)

type Marker = Extract<TickRecord, { kind: 'filled' }>

/** An outage as its marker states it. Times are in ms. */
export interface Outage {
  /** The number of the marker. */
  seq: number
  /** The places of the first record that was filled, as far as the slice reaches back, and of the marker. */
  first: number
  last: number
  /** The time of the last record before the outage. */
  fromMs: number
  /** The time up to which records were filled. */
  toMs: number
  /** When they were written, which is when the outage ended. */
  writtenAt: number
}

/** A marker that was dated before its own outage fills nothing but itself. `at` is the place of the marker. */
const outageOf = (records: readonly TickRecord[], marker: Marker, at: number): Outage => ({
  seq: marker.seq,
  first: Math.min(indexAfter(records, marker.fromMs), at),
  last: at,
  fromMs: marker.fromMs,
  toMs: marker.timeMs,
  writtenAt: marker.writtenAt,
})

/** All outages of a slice whose records are in the order of time. */
export const outagesIn = (records: readonly TickRecord[]): Outage[] =>
  records.flatMap((record, at) => (record.kind === 'filled' ? [outageOf(records, record, at)] : []))

/**
 * The outage after which the record at a place of the slice was written; null if it was written in its time. Its number
 * does not tell: where the chain is broken, the numbers may be in another order than the times.
 */
export const outageOver = (outages: readonly Outage[], at: number): Outage | null =>
  outages.find(({ first, last }) => first <= at && at <= last) ?? null

/** When a record was written, as far as the slice shows it. */
export const writtenAt = (record: TickRecord): number =>
  record.kind === 'filled' ? record.writtenAt : record.timeMs

/** Whether a record says that what happened before it is lost. */
const isLoss = (record: TickRecord | undefined): boolean =>
  record?.kind === 'gap' && (record.reason === 'restart' || record.reason === 'feed')

/**
 * Whether the times of a marker fit each other, and the record after it, which was written later. That the outage ends
 * after it starts follows from what was filled, which has at least one record.
 */
function isDated({ timeMs, fromMs, writtenAt: at }: Marker, next: TickRecord | undefined): boolean {
  if (timeMs !== filledUntil(fromMs, at)) return false
  if (next === undefined) return true
  // What the fill does not reach is a gap.
  return next.timeMs >= at && (timeMs === at || isLoss(next))
}

/**
 * Whether records reach from the last one before the outage to the marker without silence. After a halt there are no
 * heartbeats until the next tick. `before` may be missing from a slice.
 */
function isFilled(before: TickRecord | undefined, filled: readonly TickRecord[], marker: Marker) {
  if (before !== undefined && (before.timeMs !== marker.fromMs || filled.length === 0)) return false
  if (filled.some((record) => record.kind === 'filled' || isLoss(record))) return false
  let last = before
  for (const record of [...filled, marker]) {
    const isSilent = last !== undefined && record.timeMs - last.timeMs > HEARTBEAT_MS
    if (isSilent && last?.kind !== 'halt') return false
    last = record
  }
  return true
}

/** The number of the first marker that the records around it contradict; null if there is none. */
export function findOutageFault(records: readonly TickRecord[]): number | null {
  for (const [at, marker] of records.entries()) {
    if (marker.kind !== 'filled') continue
    const first = indexAfter(records, marker.fromMs)
    const isTrue =
      isDated(marker, records[at + 1]) &&
      isFilled(records[first - 1], records.slice(first, at), marker)
    if (!isTrue) return marker.seq
  }
  return null
}

/**
 * Whether a signed checkpoint shows that an outage was none: it names a record of what was filled as the newest, or the
 * server signed it meanwhile. `head` is the product's newest record by the checkpoint; the slice with the outage need
 * not have it.
 */
export const isDisproved = (
  outage: Outage,
  { head, timeMs }: { head: { seq: number; timeMs: number }; timeMs: number },
): boolean =>
  head.seq < outage.seq &&
  (head.timeMs > outage.fromMs ||
    (timeMs > outage.fromMs + RUNS_ON_MS && timeMs < outage.writtenAt))

/**
 * A server that wrote and signed nothing for longer than this was away, and had this time to choose what it then wrote.
 * It signs every ten seconds, so three checkpoints are missing.
 */
export const SILENCE_MAX_MS = 30_000

/** A time in which the server wrote nothing or signed nothing, in ms. */
export interface Silence {
  fromMs: number
  toMs: number
}

/** Silences that overlap, or follow each other without a pause, as one, in order. */
export function joinedSilences(silences: readonly Silence[]): Silence[] {
  const joined: Silence[] = []
  for (const { fromMs, toMs } of [...silences].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = joined.at(-1)
    if (last !== undefined && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else joined.push({ fromMs, toMs })
  }
  return joined
}

/**
 * The times in which the server was away, by the slice of a price log around a moment of an order, whose last record it
 * signed at `signedAt`: a record was filled in so much later, or no record follows for so long although the market was
 * not halted, or the signature comes so long after the first record that is later than the moment. A server that writes
 * on and signs nothing can still write other records than it wrote. One outage may be named several times.
 */
export function silencesIn(
  records: readonly TickRecord[],
  signedAt: number,
  momentMs: number,
): Silence[] {
  const outages = outagesIn(records)
  const found: Silence[] = []
  const note = (fromMs: number, toMs: number, sinceMs = fromMs): void => {
    if (toMs - sinceMs > SILENCE_MAX_MS) found.push({ fromMs, toMs })
  }
  // Nothing is known of the time before the slice.
  let last = signedAt
  let unsignedSince: number | null = null
  let isHalted = false
  for (const [at, { timeMs, kind }] of records.entries()) {
    const outage = outageOver(outages, at)
    if (outage !== null) note(outage.fromMs, outage.writtenAt, timeMs)
    else if (!isHalted) note(last, timeMs)
    last = outage?.writtenAt ?? timeMs
    if (timeMs > momentMs) unsignedSince ??= last
    if (kind === 'halt' || kind === 'tick') isHalted = kind === 'halt'
  }
  note(unsignedSince ?? last, signedAt)
  return found
}

/** A decisive tick of an order that was written only after an outage. */
export interface LateSpot {
  spot: 'entry' | 'exit'
  seq: number
  /** From the tick's own time until it was written, in ms. */
  lateMs: number
  outage: Outage
}

/** The decisive ticks of a receipt that were written after an outage. */
export function lateSpots({ order, ...slices }: ReceiptEvidence): LateSpot[] {
  const segments = inOrderOfTime(slices)
  return (['entry', 'exit'] as const).flatMap((spot): LateSpot[] => {
    const tick = order[spot]
    const { records } = segments[spot]
    const at = records.findIndex(({ seq }) => seq === tick?.seq)
    const outage = outageOver(outagesIn(records), at)
    if (tick === null || outage === null) return []
    return [{ spot, seq: tick.seq, lateMs: outage.writtenAt - tick.timeMs, outage }]
  })
}
