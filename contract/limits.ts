/** Limits that users set for themselves: tighter at once, looser after a day, loosened by nobody else. */
import { z } from 'zod'
import { money, ownChangeId, timeMs } from '#contract/scalars.ts'

/** Largest stake of one order; loss of a business day; deposits of a business day. */
export const ownAmountKind = z.enum(['stake', 'daily_loss', 'daily_deposit'])
/** Open positions in all; minutes after which the app reminds of the time spent. */
export const ownCountKind = z.enum(['open_positions', 'session_minutes'])
export const OWN_LIMIT_KINDS = [...ownAmountKind.options, ...ownCountKind.options] as const
export type OwnLimitKind = (typeof OWN_LIMIT_KINDS)[number]

/** From 1.00 to what an amount field may hold. */
export const OWN_AMOUNT_MIN = 100n
export const OWN_AMOUNT_MAX = 99_999_900n
export const OWN_POSITIONS_MAX = 100
export const OWN_MINUTES_MIN = 5
export const OWN_MINUTES_MAX = 1_440

/** `value` null: none. `pending`: what it becomes at `at`; from then on it is the value, without another word. */
const ownLimit = <S extends z.ZodType>(value: S) =>
  z.object({
    value: value.nullable(),
    pending: z.object({ value: value.nullable(), at: timeMs }).nullable(),
  })
const amountLimit = ownLimit(money)
const countLimit = ownLimit(z.int().positive())

/** A time-out and a self-exclusion end by themselves; nobody can end or shorten either. */
export const ownPauseKind = z.enum(['time_out', 'exclusion'])

/** The limits topic's whole state. */
export const ownLimits = z.object({
  /** Grows with every change: a client never shows an older one. */
  version: z.int().nonnegative(),
  stake: amountLimit,
  daily_loss: amountLimit,
  daily_deposit: amountLimit,
  open_positions: countLimit,
  session_minutes: countLimit,
  /** Ends of the latest pauses, also when they are over; null: never asked for one. */
  time_out: timeMs.nullable(),
  exclusion: timeMs.nullable(),
})
export type OwnLimits = z.infer<typeof ownLimits>

/** One line of the history, which only grows: the limit or pause as it stood after that change. */
export const ownLimitChange = z.discriminatedUnion('kind', [
  amountLimit.extend({ id: ownChangeId, at: timeMs, kind: ownAmountKind }),
  countLimit.extend({ id: ownChangeId, at: timeMs, kind: ownCountKind }),
  z.object({ id: ownChangeId, at: timeMs, kind: ownPauseKind, until: timeMs }),
])
export type OwnLimitChange = z.infer<typeof ownLimitChange>

/** How long a pause can be: the first four are time-outs, the others self-exclusions. */
export const pauseLength = z.enum([
  'hours_24',
  'hours_72',
  'days_7',
  'days_30',
  'months_6',
  'year_1',
  'years_5',
])
export type PauseLength = z.infer<typeof pauseLength>
