/** The balance of a user's account. */
import { z } from 'zod/mini'
import { money, signedMoney, timeMs } from '#contract/scalars.ts'

/**
 * The balance of one user: the reply of `GET /balance` and the data of the balance topic. `version` grows with every
 * change of one of the user's accounts, also by more than one at once. A client never replaces a newer balance with an
 * older one.
 */
export const balance = z.object({
  version: z.int().check(z.nonnegative()),
  available: money,
  staked: money,
  /** Money that is held for withdrawals until they are decided. */
  held: money,
  /** Money in the balance fund, both confirmed and pending. */
  fund: money,
  /** The sum of `available`, `staked`, `held` and `fund`. */
  total: money,
  /** The result of all settled orders since the account was opened. */
  profitAndLoss: signedMoney,
  /** The result of the orders settled on the current business day (UTC). It is zero again from `endsAt`. */
  today: z.object({ profitAndLoss: signedMoney, endsAt: timeMs }),
  /** When the user can request practice money again; null means now. */
  practiceNextAt: z.nullable(timeMs),
  /** Since when the account is frozen (contract/frozen.ts); null or absent if it is not. */
  frozenSince: z.nullish(timeMs),
})
/** The parsed balance. Amounts are bigint minor units (1/100). */
export type Balance = z.infer<typeof balance>
