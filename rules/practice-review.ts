/** How the practice reviewer decides: stated here for everybody, used by the server, shown to users. */
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { RejectReason } from '#contract/review.ts'
import type { ReviewStep } from '#rules/documents.ts'

/** Times since the document was sent in, ms. Cents: what the amount's last two digits stand for. */
export const PRACTICE_REVIEW = {
  verification: { decidedMs: 6_000 },
  deposit: { reviewMs: 3_000, decidedMs: 8_000 },
  withdrawal: { reviewMs: 3_000, decidedMs: 8_000, payingMs: 10_000, doneMs: 14_000 },
  /** Amounts that end so are rejected. */
  rejectedCents: 13n,
  /** Withdrawals that end so are approved, sent, and come back. */
  bouncedCents: 31n,
} as const

export interface PracticeStep<Step extends string> {
  step: Step
  /** When, on the market clock. */
  at: number
  reason: RejectReason | null
}

const endsIn = (amount: bigint, cents: bigint): boolean => amount % 100n === cents

/** The next step of a deposit; null: none. */
export function practiceDepositStep(
  it: Pick<Deposit, 'amount' | 'status' | 'createdAt'>,
): PracticeStep<ReviewStep<'deposit'>> | null {
  const { reviewMs, decidedMs } = PRACTICE_REVIEW.deposit
  if (it.status === 'submitted')
    return { step: 'review', at: it.createdAt + reviewMs, reason: null }
  if (it.status !== 'review') return null
  const at = it.createdAt + decidedMs
  return endsIn(it.amount, PRACTICE_REVIEW.rejectedCents)
    ? { step: 'reject', at, reason: 'practice_example' }
    : { step: 'approve', at, reason: null }
}

/** The next step of a withdrawal; null: none. */
export function practiceWithdrawalStep(
  it: Pick<Withdrawal, 'amount' | 'status' | 'createdAt'>,
): PracticeStep<ReviewStep<'withdrawal'>> | null {
  const { reviewMs, decidedMs, payingMs, doneMs } = PRACTICE_REVIEW.withdrawal
  const after = (
    ms: number,
    step: ReviewStep<'withdrawal'>,
  ): PracticeStep<ReviewStep<'withdrawal'>> => {
    const reason = step === 'reject' || step === 'bounce' ? 'practice_example' : null
    return { step, at: it.createdAt + ms, reason }
  }
  const rejected = endsIn(it.amount, PRACTICE_REVIEW.rejectedCents)
  const bounced = endsIn(it.amount, PRACTICE_REVIEW.bouncedCents)
  switch (it.status) {
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
