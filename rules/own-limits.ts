/** Limits that users set for themselves, as pure rules: which value applies when, and which limit refuses an order. */
import { DAY_MS } from '#contract/time.ts'
import type { OwnLimits, PauseLength } from '#contract/limits.ts'

/** The delay before a looser limit applies. */
export const LOOSER_AFTER_MS = DAY_MS

const TIME_OUT_MS = {
  hours_24: DAY_MS,
  hours_72: 3 * DAY_MS,
  days_7: 7 * DAY_MS,
  days_30: 30 * DAY_MS,
} as const satisfies Partial<Record<PauseLength, number>>
const EXCLUSION_MONTHS = {
  months_6: 6,
  year_1: 12,
  years_5: 60,
} as const satisfies Partial<Record<PauseLength, number>>
type TimeOut = keyof typeof TIME_OUT_MS

const isTimeOut = (length: PauseLength): length is TimeOut => length in TIME_OUT_MS

/** Whether a pause of this length is a time-out or a self-exclusion. */
export const pauseKindOf = (length: PauseLength): 'time_out' | 'exclusion' =>
  isTimeOut(length) ? 'time_out' : 'exclusion'

/** The same day and time (UTC) some months later, or the last day of the month if it has no such day. */
function addMonths(atMs: number, months: number): number {
  const at = new Date(atMs)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  return at.setUTCDate(Math.min(day, lastDay))
}

/**
 * When a pause that starts at `fromMs` ends (ms). Time-outs last a number of hours, self-exclusions calendar months.
 */
export const pauseEnd = (length: PauseLength, fromMs: number): number =>
  isTimeOut(length) ? fromMs + TIME_OUT_MS[length] : addMonths(fromMs, EXCLUSION_MONTHS[length])

/** One limit with its pending change. */
export interface OwnLimit<T> {
  /** The value in force; null if no limit is set. */
  value: T | null
  pending: { value: T | null; at: number } | null
}

/** The limit at a time: a pending value that is due has become the value. */
export const limitAt = <T>(limit: OwnLimit<T>, atMs: number): OwnLimit<T> =>
  limit.pending !== null && limit.pending.at <= atMs
    ? { value: limit.pending.value, pending: null }
    : limit

/** Whether a change of a limit makes it tighter. Null means no limit. */
export const isTighter = <T extends bigint | number>(from: T | null, to: T | null): boolean =>
  to !== null && (from === null || to < from)

/**
 * The limit after a user's request. Tighter values apply at once, looser ones after a day. Requesting the value in
 * force cancels a pending change.
 */
export function changeLimit<T extends bigint | number>(
  limit: OwnLimit<T>,
  value: T | null,
  atMs: number,
): OwnLimit<T> {
  const now = limitAt(limit, atMs)
  if (value === now.value || isTighter(now.value, value)) return { value, pending: null }
  // A repeated request does not delay the pending change.
  if (now.pending !== null && now.pending.value === value) return now
  return { value: now.value, pending: { value, at: atMs + LOOSER_AFTER_MS } }
}

/** When the user's current pause ends (ms); null if the user is not paused. */
export function pausedUntil(
  { time_out, exclusion }: Pick<OwnLimits, 'time_out' | 'exclusion'>,
  atMs: number,
): number | null {
  const until = Math.max(time_out ?? 0, exclusion ?? 0)
  return until > atMs ? until : null
}

/**
 * The order and the user's state that own limits depend on. Client and server both pass their own data. Amounts are in
 * minor units (1/100).
 */
export interface OrderWish {
  atMs: number
  stake: bigint
  /** The result of all orders settled on the business day; negative for a loss. */
  profitAndLossToday: bigint
  /** The sum of the stakes of all open positions. */
  staked: bigint
  openPositions: number
}
/** The limit that refuses an order, with the parameters of its error code. */
export type OwnRefusal =
  | { code: 'trading_paused'; until: number }
  | { code: 'own_stake_limit'; limit: bigint }
  | { code: 'own_positions_limit'; limit: number }
  | { code: 'own_loss_limit'; limit: bigint; left: bigint }

/**
 * The first own limit that refuses the order; null if none does. Every open stake counts as lost until it is settled,
 * so that open positions can never exceed the daily loss.
 */
export function ownRefusal(limits: OwnLimits, wish: OrderWish): OwnRefusal | null {
  const { atMs, stake, staked, openPositions } = wish
  const until = pausedUntil(limits, atMs)
  if (until !== null) return { code: 'trading_paused', until }
  const maxStake = limitAt(limits.stake, atMs).value
  if (maxStake !== null && stake > maxStake) return { code: 'own_stake_limit', limit: maxStake }
  const positions = limitAt(limits.open_positions, atMs).value
  if (positions !== null && openPositions >= positions) {
    return { code: 'own_positions_limit', limit: positions }
  }
  const loss = limitAt(limits.daily_loss, atMs).value
  if (loss === null) return null
  const lost = wish.profitAndLossToday < 0n ? -wish.profitAndLossToday : 0n
  const left = loss - lost - staked
  if (stake <= left) return null
  return { code: 'own_loss_limit', limit: loss, left: left < 0n ? 0n : left }
}
