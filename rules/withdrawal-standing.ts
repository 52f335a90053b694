/** A withdrawal's eight statuses as users see them: under review, success, failed. */
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

export const standingOf = (status: WithdrawalStatus): WithdrawalStanding => STANDINGS[status]
