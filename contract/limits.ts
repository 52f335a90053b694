/**
 * Limits that users set for themselves. Tighter limits apply at once, looser ones after a day, and only the user can
 * change them.
 */
import { z } from 'zod/mini'
import { money, ownChangeId, timeMs } from '#contract/scalars.ts'

/** Limits in money: the maximum stake per order, and the maximum loss and deposits per business day. */
export const ownAmountKind = z.enum(['stake', 'daily_loss', 'daily_deposit'])
/**
 * Limits that are counts: the maximum number of open positions, and the minutes until the app shows a time reminder.
 */
export const ownCountKind = z.enum(['open_positions', 'session_minutes'])
/** Every kind of limit, in the order in which the app shows them. */
export const OWN_LIMIT_KINDS = [...ownAmountKind.options, ...ownCountKind.options] as const
export type OwnLimitKind = (typeof OWN_LIMIT_KINDS)[number]

/** Minimum of a limit in money: 1.00, in minor units (1/100). */
export const OWN_AMOUNT_MIN = 100n
/** Maximum of a limit in money: the largest value of an amount field, in minor units (1/100). */
export const OWN_AMOUNT_MAX = 99_999_900n
/** Maximum value of the limit on open positions. */
export const OWN_POSITIONS_MAX = 100
/** Minimum of the time reminder, in minutes. */
export const OWN_MINUTES_MIN = 5
/** Maximum of the time reminder, in minutes: one day. */
export const OWN_MINUTES_MAX = 1_440

/**
 * One limit. `value` is null if it is not set. `pending` is the value from the time `at` on; it then applies without
 * another message from the server.
 */
const ownLimit = <S extends z.ZodMiniType>(value: S) =>
  z.object({
    value: z.nullable(value),
    pending: z.nullable(z.object({ value: z.nullable(value), at: timeMs })),
  })
const amountLimit = ownLimit(money)
const countLimit = ownLimit(z.int().check(z.positive()))

/** The kinds of pauses from trading. Both end automatically, and no one can end or shorten them, not even the user. */
export const ownPauseKind = z.enum(['time_out', 'exclusion'])

/** The whole state of the limits topic: every limit of one user, and the ends of the pauses. */
export const ownLimits = z.object({
  /** It grows with every change, so that a client never replaces a newer state with an older one. */
  version: z.int().check(z.nonnegative()),
  stake: amountLimit,
  daily_loss: amountLimit,
  daily_deposit: amountLimit,
  open_positions: countLimit,
  session_minutes: countLimit,
  /** The ends of the latest pauses, including past ones; null if the user never paused. */
  time_out: z.nullable(timeMs),
  exclusion: z.nullable(timeMs),
})
/** The parsed state of the limits topic. Amounts are bigint minor units (1/100). */
export type OwnLimits = z.infer<typeof ownLimits>

/** One entry of the append-only history: the limit or pause after that change. */
export const ownLimitChange = z.discriminatedUnion('kind', [
  z.extend(amountLimit, { id: ownChangeId, at: timeMs, kind: ownAmountKind }),
  z.extend(countLimit, { id: ownChangeId, at: timeMs, kind: ownCountKind }),
  z.object({ id: ownChangeId, at: timeMs, kind: ownPauseKind, until: timeMs }),
])
/** A parsed entry of the history of limits. */
export type OwnLimitChange = z.infer<typeof ownLimitChange>

/** The length of a pause. The first four are time-outs, the others self-exclusions. */
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
