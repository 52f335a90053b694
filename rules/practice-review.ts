/** The rules of the practice reviewer. The server applies them, and the app says when an answer comes. */
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { RejectReason } from '#contract/review.ts'
import type { ReviewStep } from '#rules/documents.ts'

/**
 * Delays since the submission of a document in ms, and the last two digits of amounts (cents) that trigger an example.
 */
export const PRACTICE_REVIEW = {
  verification: { decidedMs: 6_000 },
  deposit: { reviewMs: 3_000, decidedMs: 8_000 },
  withdrawal: { reviewMs: 3_000, decidedMs: 8_000, payingMs: 10_000, doneMs: 14_000 },
  /** Amounts with these cents are rejected. */
  rejectedCents: 13n,
  /** Withdrawals with these cents are approved and sent, and then bounce. */
  bouncedCents: 31n,
} as const

/** The next step that the practice reviewer takes. */
export interface PracticeStep<Step extends string> {
  step: Step
  /** The time of the step on the market clock, ms. */
  at: number
  reason: RejectReason | null
}

const endsIn = (amount: bigint, cents: bigint): boolean => amount % 100n === cents

/** The next step of a deposit; null if its status is final. */
export function practiceDepositStep(
  deposit: Pick<Deposit, 'amount' | 'status' | 'createdAt'>,
): PracticeStep<ReviewStep<'deposit'>> | null {
  const { reviewMs, decidedMs } = PRACTICE_REVIEW.deposit
  if (deposit.status === 'submitted')
    return { step: 'review', at: deposit.createdAt + reviewMs, reason: null }
  if (deposit.status !== 'review') return null
  const at = deposit.createdAt + decidedMs
  return endsIn(deposit.amount, PRACTICE_REVIEW.rejectedCents)
    ? { step: 'reject', at, reason: 'practice_example' }
    : { step: 'approve', at, reason: null }
}

/** The next step of a withdrawal; null if its status is final. */
export function practiceWithdrawalStep(
  withdrawal: Pick<Withdrawal, 'amount' | 'status' | 'createdAt'>,
): PracticeStep<ReviewStep<'withdrawal'>> | null {
  const { reviewMs, decidedMs, payingMs, doneMs } = PRACTICE_REVIEW.withdrawal
  const after = (
    ms: number,
    step: ReviewStep<'withdrawal'>,
  ): PracticeStep<ReviewStep<'withdrawal'>> => {
    const reason = step === 'reject' || step === 'bounce' ? 'practice_example' : null
    return { step, at: withdrawal.createdAt + ms, reason }
  }
  const rejected = endsIn(withdrawal.amount, PRACTICE_REVIEW.rejectedCents)
  const bounced = endsIn(withdrawal.amount, PRACTICE_REVIEW.bouncedCents)
  switch (withdrawal.status) {
    case 'requested':
      return after(reviewMs, 'review')
    case 'review':
      return after(decidedMs, rejected ? 'reject' : 'approve')
    case 'approved':
      return after(payingMs, 'pay')
    case 'paying':
      return after(doneMs, bounced ? 'bounce' : 'sent')
    case 'paid':
    case 'rejected':
    case 'cancelled':
    case 'bounced':
      return null
  }
}
