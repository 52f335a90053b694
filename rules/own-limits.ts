/** Limits that users set for themselves, as pure rules: what is in force when, and which order one of them refuses. */
import type { OwnLimits, PauseLength } from '#contract/limits.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
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

export const pauseKindOf = (length: PauseLength): 'time_out' | 'exclusion' =>
  isTimeOut(length) ? 'time_out' : 'exclusion'

/** The same day of the month and time of day in UTC; the month's last day where it has no such day. */
function addMonths(atMs: number, months: number): number {
  const at = new Date(atMs)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  return at.setUTCDate(Math.min(day, lastDay))
}

/** When a break that begins at `fromMs` ends: a time-out counts hours, a self-exclusion calendar months. */
export const pauseEnd = (length: PauseLength, fromMs: number): number =>
  isTimeOut(length) ? fromMs + TIME_OUT_MS[length] : addMonths(fromMs, EXCLUSION_MONTHS[length])

export interface OwnLimit<T> {
  /** Null: none. */
  value: T | null
  pending: { value: T | null; at: number } | null
}

/** As it stands at a moment: what was pending and is due by then is the value. */
export const limitAt = <T>(limit: OwnLimit<T>, atMs: number): OwnLimit<T> =>
  limit.pending !== null && limit.pending.at <= atMs
    ? { value: limit.pending.value, pending: null }
    : limit

export const isTighter = <T extends bigint | number>(from: T | null, to: T | null): boolean =>
  to !== null && (from === null || to < from)

/** Tighter at once; looser after a day; what is in force already takes back what is pending. */
export function changeLimit<T extends bigint | number>(
  limit: OwnLimit<T>,
  value: T | null,
  atMs: number,
): OwnLimit<T> {
  const now = limitAt(limit, atMs)
  if (value === now.value || isTighter(now.value, value)) return { value, pending: null }
  // Asked for twice, it is due when it was asked for first.
  if (now.pending !== null && now.pending.value === value) return now
  return { value: now.value, pending: { value, at: atMs + LOOSER_AFTER_MS } }
}

/** Until when the user stays away; null: not paused. */
export function pausedUntil(
  { time_out, exclusion }: Pick<OwnLimits, 'time_out' | 'exclusion'>,
  atMs: number,
): number | null {
  const until = Math.max(time_out ?? 0, exclusion ?? 0)
  return until > atMs ? until : null
}

/** What an order would add to; the server judges the same with what stands in its tables. */
export interface OrderWish {
  atMs: number
  stake: bigint
  /** Of the business day, over all settled orders: negative for a loss. */
  profitAndLossToday: bigint
  /** In all open positions. */
  staked: bigint
  openPositions: number
}
export type OwnRefusal =
  | { code: 'trading_paused'; until: number }
  | { code: 'own_stake_limit'; limit: bigint }
  | { code: 'own_positions_limit'; limit: number }
  | { code: 'own_loss_limit'; limit: bigint; left: bigint }

/**
 * The first own limit that refuses the order; null: none does. Every open stake counts as lost until it is settled, so
 * that no number of open positions can pass the daily loss.
 */
export function ownRefusal(limits: OwnLimits, wish: OrderWish): OwnRefusal | null {
  const { atMs, stake, staked, openPositions } = wish
  const until = pausedUntil(limits, atMs)
  if (until !== null) return { code: 'trading_paused', until }
  const largest = limitAt(limits.stake, atMs).value
  if (largest !== null && stake > largest) return { code: 'own_stake_limit', limit: largest }
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
