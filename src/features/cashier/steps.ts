/** The progress of a deposit or withdrawal, step by step with times, as the timelines show it. */
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { WayStep } from '#documents/document-sheet.tsx'

export type DepositStepId = 'submitted' | 'review' | 'approved' | 'rejected' | 'cancelled' | 'ahead'

/** The final step is called `ahead` while it has not happened. */
export function depositSteps(deposit: Deposit): WayStep<DepositStepId>[] {
  const { status, createdAt, reviewAt, decidedAt } = deposit
  const open = status === 'submitted' || status === 'review'
  const submitted: WayStep<DepositStepId> = {
    id: 'submitted',
    at: createdAt,
    state: status === 'submitted' ? 'current' : 'done',
  }
  const review: WayStep<DepositStepId> = {
    id: 'review',
    at: reviewAt,
    state: status === 'review' ? 'current' : reviewAt === null ? 'ahead' : 'done',
  }
  if (open) return [submitted, review, { id: 'ahead', at: null, state: 'ahead' }]
  const end: WayStep<DepositStepId> = {
    id: status,
    at: decidedAt,
    state: status === 'approved' ? 'done' : 'failed',
  }
  return reviewAt === null ? [submitted, end] : [submitted, review, end]
}

export type WithdrawalStepId =
  | 'requested'
  | 'review'
  | 'decided'
  | 'approved'
  | 'sent'
  | 'done'
  | 'rejected'
  | 'cancelled'
  | 'bounced'

const AHEAD = { at: null, state: 'ahead' } as const

/** Requested, in review, approved, sent, done; or the step at which it ended before. */
export function withdrawalSteps(withdrawal: Withdrawal): WayStep<WithdrawalStepId>[] {
  const { status, createdAt, reviewAt, decidedAt, sentAt, doneAt } = withdrawal
  const step = (id: WithdrawalStepId, at: number | null, current: boolean) => ({
    id,
    at,
    state: current ? ('current' as const) : at === null ? ('ahead' as const) : ('done' as const),
  })
  const begun = [
    step('requested', createdAt, status === 'requested'),
    ...(reviewAt === null && status === 'cancelled'
      ? []
      : [step('review', reviewAt, status === 'review')]),
  ]
  if (status === 'requested' || status === 'review')
    return [
      ...begun,
      { id: 'decided', ...AHEAD },
      { id: 'sent', ...AHEAD },
      { id: 'done', ...AHEAD },
    ]
  if (status === 'rejected' || status === 'cancelled')
    return [...begun, { id: status, at: decidedAt, state: 'failed' }]
  const sent = [
    ...begun,
    step('approved', decidedAt, status === 'approved'),
    step('sent', sentAt, status === 'paying'),
  ]
  if (status === 'bounced') return [...sent, { id: 'bounced', at: doneAt, state: 'failed' }]
  return [...sent, step('done', doneAt, false)]
}
