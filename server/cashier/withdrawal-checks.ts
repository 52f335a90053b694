/**
 * The conditions that a withdrawal must meet before it reaches the ledger, in the order in which a user can resolve
 * them.
 */
import { formatAmount } from '#rules/amounts.ts'
import { withdrawalFee } from '#rules/withdrawal-fee.ts'
import { WITHDRAWAL_FEES, WITHDRAWAL_LIMITS } from '#server/cashier/limits.ts'
import { currentPayout, type PayoutRow } from '#server/profile/payout-account.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import { isVerified } from '#server/profile/verification.ts'

/** The withdrawal as the user saw it before confirming. */
export interface Intent {
  amount: bigint
  fee: bigint
}

function checkAmount({ amount, fee }: Intent, kind: PayoutRow['kind']): void {
  const { minimum, maximum } = WITHDRAWAL_LIMITS
  if (amount < minimum)
    throw new Rejected('amount_below_minimum', { minimum: formatAmount(minimum) })
  if (amount > maximum)
    throw new Rejected('amount_above_maximum', { maximum: formatAmount(maximum) })
  const due = withdrawalFee(amount, WITHDRAWAL_FEES[kind])
  if (fee !== due) throw new Rejected('fee_changed', { fee: formatAmount(due) })
}

/**
 * Returns the destination of the money. Throws `Rejected` if a condition is not met. The caller holds the user's mutex.
 */
export async function checkWithdrawal(
  tx: Queryable,
  { userId, intent, atMs }: { userId: bigint; intent: Intent; atMs: number },
): Promise<PayoutRow> {
  if (!(await isVerified(tx, userId))) throw new Rejected('identity_not_verified')
  const destination = await currentPayout(tx, userId)
  if (destination === null) throw new Rejected('payout_account_missing')
  checkAmount(intent, destination.kind)
  const { heldUntil } = destination
  if (heldUntil !== null && heldUntil > atMs) {
    throw new Rejected('withdrawals_on_hold', { until: heldUntil })
  }
  return destination
}
