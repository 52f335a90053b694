/** Which ticks of a log count and which are put aside as not to be believed: a function of log and band alone. */
import type { TickRecord } from '#contract/tick-log.ts'

/** So many ticks put aside in a row that agree, and one more, are a new level of the market and no source's fault. */
export const JUMP_TICKS = 3
const WHOLE_BPS = 10_000n

/** Whether a price may follow another: positive, and no further from it than the band. */
export function isWithin(price: number, level: number, bandBps: number): boolean {
  const distance = BigInt(price) - BigInt(level)
  const far = (distance < 0n ? -distance : distance) * WHOLE_BPS
  return price > 0 && far <= BigInt(bandBps) * BigInt(level)
}

/** What the log says so far, as much as judging the next tick asks for. */
export interface BandState {
  /** Price of the newest good tick; null: none yet. */
  level: number | null
  /** Prices put aside since, the newest JUMP_TICKS of them, oldest first. */
  aside: readonly number[]
}
export const NO_LEVEL: BandState = { level: null, aside: [] }

/** `jump`: good after a gap record that says so. */
export type BandVerdict = 'good' | 'rejected' | 'jump'

const agree = (prices: readonly number[], bandBps: number): boolean =>
  prices.every((price, n) => prices.slice(0, n).every((one) => isWithin(price, one, bandBps)))

/** Breaks of the log change nothing: the first price after one is the likeliest to be wrong. */
export function judgePrice({ level, aside }: BandState, price: number, bandBps: number) {
  const isFirst = level === null && price > 0
  if (isFirst || (level !== null && isWithin(price, level, bandBps))) return 'good'
  const isJump = aside.length === JUMP_TICKS && agree([...aside, price], bandBps)
  return (isJump ? 'jump' : 'rejected') satisfies BandVerdict
}

export function bandAfter(state: BandState, record: TickRecord): BandState {
  if (record.kind === 'tick') return { level: record.price, aside: [] }
  if (record.kind !== 'rejected') return state
  return { ...state, aside: [...state.aside, record.price].slice(-JUMP_TICKS) }
}

const isGap = (record: TickRecord | undefined, reason: 'jump' | 'restart'): boolean =>
  record?.kind === 'gap' && record.reason === reason

type Fits = (record: TickRecord, next: TickRecord | undefined) => boolean

/** Whether a record may stand where it stands, as far as its level and its band are known. */
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
 * Number of the first record of a contiguous piece that the bands do not allow; null: none that can be told. Judged
 * from the piece's first good tick on. `bandBps` is the product's at the piece's beginning, null where it is not known;
 * a record put aside names its own, and after a restart another may be in force.
 */
export function findBandFault(
  records: readonly TickRecord[],
  bandBps: number | null,
): number | null {
  let state = NO_LEVEL
  let band = bandBps
  for (const [n, record] of records.entries()) {
    if (record.kind === 'rejected') band = record.bandBps
    if (isGap(record, 'restart')) band = null
    const fits = fitsAfter(state, band, isGap(records[n - 1], 'jump'))
    if (!fits(record, records[n + 1])) return record.seq
    state = bandAfter(state, record)
  }
  return null
}

/** From the published text of a product's terms (server/market/catalogue.ts); null: from before there were bands. */
export function bandOfTerms(text: string): number | null {
  const [, digits] = /,"bandBps":(\d{1,6})\}$/.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}
