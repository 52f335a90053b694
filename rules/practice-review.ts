/** How the practice reviewer decides: stated here for everybody, used by the server, shown to users. */
import type { Deposit, DepositStatus, Withdrawal, WithdrawalStatus } from '#contract/cashier.ts'
import type { RejectReason } from '#contract/review.ts'

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

export interface PracticeStep<To extends string> {
  to: To
  /** When, on the market clock. */
  at: number
  reason: RejectReason | null
}

const endsIn = (amount: bigint, cents: bigint): boolean => amount % 100n === cents

/** The next step of a deposit; null: none. */
export function practiceDepositStep(
  it: Pick<Deposit, 'amount' | 'status' | 'createdAt'>,
): PracticeStep<DepositStatus> | null {
  const { reviewMs, decidedMs } = PRACTICE_REVIEW.deposit
  if (it.status === 'submitted') return { to: 'review', at: it.createdAt + reviewMs, reason: null }
  if (it.status !== 'review') return null
  const at = it.createdAt + decidedMs
  return endsIn(it.amount, PRACTICE_REVIEW.rejectedCents)
    ? { to: 'rejected', at, reason: 'practice_example' }
    : { to: 'approved', at, reason: null }
}

/** The next step of a withdrawal; null: none. */
export function practiceWithdrawalStep(
  it: Pick<Withdrawal, 'amount' | 'status' | 'createdAt'>,
): PracticeStep<WithdrawalStatus> | null {
  const { reviewMs, decidedMs, payingMs, doneMs } = PRACTICE_REVIEW.withdrawal
  const step = (to: WithdrawalStatus, afterMs: number): PracticeStep<WithdrawalStatus> => {
    const reason = to === 'rejected' || to === 'bounced' ? 'practice_example' : null
    return { to, at: it.createdAt + afterMs, reason }
  }
  const rejected = endsIn(it.amount, PRACTICE_REVIEW.rejectedCents)
  const bounced = endsIn(it.amount, PRACTICE_REVIEW.bouncedCents)
  switch (it.status) {
    case 'requested':
      return step('review', reviewMs)
    case 'review':
      return step(rejected ? 'rejected' : 'approved', decidedMs)
    case 'approved':
      return step('paying', payingMs)
    case 'paying':
      return step(bounced ? 'bounced' : 'paid', doneMs)
    case 'paid':
    case 'rejected':
    case 'cancelled':
    case 'bounced':
      return null
  }
}
