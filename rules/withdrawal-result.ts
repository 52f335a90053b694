/** Maps the eight statuses of a withdrawal to the three states that users see. */
import type { WithdrawalResult, WithdrawalStatus } from '#contract/cashier.ts'

const RESULTS: Record<WithdrawalStatus, WithdrawalResult> = {
  requested: 'under_review',
  review: 'under_review',
  approved: 'under_review',
  paying: 'under_review',
  paid: 'success',
  rejected: 'failed',
  cancelled: 'failed',
  bounced: 'failed',
}

/** The state of a withdrawal as users see it. */
export const withdrawalResultOf = (status: WithdrawalStatus): WithdrawalResult => RESULTS[status]
