/** What the desk asks of the areas that decide: each does its transaction, log, messages and events by itself. */
import type { PayoutForm } from '#contract/payout.ts'
import type { RejectReason } from '#contract/review.ts'

export type Decision = { decision: 'approve' } | { decision: 'reject'; reason: RejectReason }
export type WithdrawalStep =
  | { step: 'review' | 'approve' | 'pay' | 'sent' }
  | { step: 'reject' | 'bounce'; reason: RejectReason }

interface Review {
  id: string
  /** The operator's name. */
  actor: string
}

/** All throw `not_found` and `document_moved_on`. */
export interface Reviews {
  decideVerification(it: Review & Decision): Promise<void>
  reviewDeposit(it: Review): Promise<void>
  decideDeposit(it: Review & Decision): Promise<void>
  moveWithdrawal(it: Review & WithdrawalStep): Promise<void>
  /** Returns the change's number. */
  proposePayout(it: {
    account: string
    proposed: PayoutForm
    why: string
    actor: string
  }): Promise<string>
  /** Throws `same_operator` as well. */
  decidePayout(it: Review & Decision): Promise<void>
}
