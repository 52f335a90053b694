/**
 * Decides which ticks of a log count and which are rejected as implausible. It depends only on the log and the band.
 */
import type { LogSegment } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { formatOf, readCheckpointText } from '#rules/checkpoint.ts'

/**
 * The number of consecutive rejected ticks that must agree. One more like them is accepted as a new level of the
 * market.
 */
export const JUMP_TICKS = 3
const WHOLE_BPS = 10_000n

/** Whether a price may follow another: it is positive, and its distance is at most the band (basis points). */
export function isWithin(price: number, level: number, bandBps: number): boolean {
  const distance = BigInt(price) - BigInt(level)
  const far = (distance < 0n ? -distance : distance) * WHOLE_BPS
  return price > 0 && far <= BigInt(bandBps) * BigInt(level)
}

/** The part of the log that the decision about the next tick depends on. */
export interface BandState {
  /** The price of the newest good tick; null if there is none yet. */
  level: number | null
  /** The newest JUMP_TICKS prices that were rejected since, oldest first. */
  aside: readonly number[]
}
/** The state before the first tick of a log. */
export const NO_LEVEL: BandState = { level: null, aside: [] }

/** The decision about a tick. A `jump` is a good tick that must follow a gap record with the reason `jump`. */
type BandVerdict = 'good' | 'rejected' | 'jump'

const agree = (prices: readonly number[], bandBps: number): boolean =>
  prices.every((price, n) => prices.slice(0, n).every((one) => isWithin(price, one, bandBps)))

/**
 * Decides about the next price. Gaps and halts do not reset the state, because the first price after one is the most
 * likely to be wrong.
 */
export function judgePrice({ level, aside }: BandState, price: number, bandBps: number) {
  // The first price need only be positive.
  if (isWithin(price, level ?? price, bandBps)) return 'good'
  const isJump = aside.length === JUMP_TICKS && agree([...aside, price], bandBps)
  return (isJump ? 'jump' : 'rejected') satisfies BandVerdict
}

/** The state after a record of the log. */
export function bandAfter(state: BandState, record: TickRecord): BandState {
  if (record.kind === 'tick') return { level: record.price, aside: [] }
  if (record.kind !== 'rejected') return state
  return { ...state, aside: [...state.aside, record.price].slice(-JUMP_TICKS) }
}

const isGap = (record: TickRecord | undefined, reason: 'jump' | 'restart'): boolean =>
  record?.kind === 'gap' && record.reason === reason

type Fits = (record: TickRecord, next: TickRecord | undefined) => boolean

/** Whether a record is allowed at its position, as far as the level and the band are known. */
function fitsAfter(state: BandState, bandBps: number | null, afterJump: boolean): Fits {
  return (record, next) => {
    if (state.level === null) return true
    if (record.kind === 'rejected') {
      return judgePrice(state, record.price, record.bandBps) === 'rejected'
    }
    if (record.kind === 'tick') {
      return afterJump || bandBps === null || judgePrice(state, record.price, bandBps) === 'good'
    }
    if (!isGap(record, 'jump')) return true
    if (state.aside.length < JUMP_TICKS || (next !== undefined && next.kind !== 'tick'))
      return false
    const known = next !== undefined && bandBps !== null
    return !known || judgePrice(state, next.price, bandBps) === 'jump'
  }
}

/**
 * The number of the first record of a contiguous segment that the bands do not allow; null if none is found. Records
 * before the segment's first good tick are not checked. `bandBps` is the product's band at the start of the segment, or
 * null if unknown. With `isFixed` it is that of every record; otherwise a rejected record states the band from there
 * on, and after a restart it is unknown.
 */
export function findBandFault(
  records: readonly TickRecord[],
  bandBps: number | null,
  isFixed = false,
): number | null {
  let state = NO_LEVEL
  let band = bandBps
  for (const [n, record] of records.entries()) {
    if (record.kind === 'rejected') {
      if (isFixed && record.bandBps !== bandBps) return record.seq
      band = record.bandBps
    }
    if (!isFixed && isGap(record, 'restart')) band = null
    const fits = fitsAfter(state, band, isGap(records[n - 1], 'jump'))
    if (!fits(record, records[n + 1])) return record.seq
    state = bandAfter(state, record)
  }
  return null
}

/**
 * The number of the first record after one time and up to another that rejects a price or accepts a jump; null if there
 * is none. The steps of a simulated series are far within every band, so that neither happens while an order on it
 * runs.
 */
export const findAside = (
  records: readonly TickRecord[],
  { after, until }: { after: number; until: number },
): number | null =>
  records.find(
    (record) =>
      (record.kind === 'rejected' || isGap(record, 'jump')) &&
      record.timeMs > after &&
      record.timeMs <= until,
  )?.seq ?? null

/**
 * The band in the published text of a product's terms (server/market/catalogue.ts), in basis points; null for terms
 * from before bands existed.
 */
export function bandOfTerms(text: string): number | null {
  const [, digits] = /,"bandBps":(\d{1,6})\}$/.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

/**
 * The first record of a segment of a receipt that the band does not allow. Where its checkpoint names the terms in
 * force, no other terms than those of the order apply in it, so their band alone decides.
 */
export function bandFaultIn({ records, checkpoint }: LogSegment, terms: string): number | null {
  const facts = checkpoint && readCheckpointText(checkpoint.text)
  return findBandFault(records, bandOfTerms(terms), facts !== null && formatOf(facts) >= 4)
}
