/** Maps the eight statuses of a withdrawal to the three states that users see. */
import type { WithdrawalStanding, WithdrawalStatus } from '#contract/cashier.ts'

const STANDINGS: Record<WithdrawalStatus, WithdrawalStanding> = {
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
export const standingOf = (status: WithdrawalStatus): WithdrawalStanding => STANDINGS[status]
