/** The desk's queues of documents: where each is read, its filters, and the possible next steps. */
import type { z } from 'zod/mini'
import type { Answer } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { depositStatus, withdrawalStatus } from '#contract/cashier.ts'
import {
  type deskDeposit,
  type deskPayoutChange,
  type deskVerification,
  type deskWithdrawal,
  payoutChangeStatus,
} from '#contract/desk.ts'
import { type DeskQueue } from '#contract/desk-state.ts'
import * as rows from '#contract/endpoints/desk.ts'
import { decideRecovery, deskRecoveries } from '#contract/endpoints/desk-recovery.ts'
import { type RateProposal, rateProposalStatus } from '#contract/fund.ts'
import { type DeskRecovery, recoveryStatus } from '#contract/recovery.ts'
import { verificationStatus } from '#contract/verification.ts'
import { type DocumentKind, endStatuses, openSteps } from '#rules/documents.ts'
import type { RejectReason } from '#contract/review.ts'
import type { Day } from '#contract/scalars.ts'

export type Verification = z.output<typeof deskVerification>
export type Deposit = z.output<typeof deskDeposit>
export type Withdrawal = z.output<typeof deskWithdrawal>
export type PayoutChange = z.output<typeof deskPayoutChange>
export type DocumentStatus = (
  | Verification
  | Deposit
  | Withdrawal
  | PayoutChange
  | RateProposal
  | DeskRecovery
)['status']

export interface Queued {
  id: string
  status: DocumentStatus
}
type ForwardStep = 'approve' | 'review' | 'pay' | 'sent'
type RefuseStep = 'reject' | 'bounce'

/** A part of a document that the operator must have had on the screen before deciding. */
export type Evidence = 'front' | 'back' | 'proof' | 'payTo' | 'document' | 'face'

/** The next steps of a document. No step leads back, so each is taken only after a question (`useDecision`). */
export interface Steps<Item> {
  forward: {
    step: ForwardStep
    run: () => Promise<Answer<Item>>
  } | null
  /** What must be seen before the forward step. A rejection needs none of it. */
  evidence: readonly Evidence[]
  refuse: {
    step: RefuseStep
    reasons: readonly RejectReason[]
    run: (reason: RejectReason) => Promise<Answer<Item>>
  } | null
  /** Proposed by this operator, so a different operator must approve it. */
  own: boolean
}

export interface QueueKind<Item extends Queued> {
  queue: DeskQueue
  /** The statuses of decided documents, for looking back. */
  filters: readonly DocumentStatus[]
  load: (
    status: string | null,
    after: Item['id'] | undefined,
  ) => Promise<Answer<{ items: Item[]; next: Item['id'] | null }>>
  /** `me` is the operator's own name. */
  steps: (item: Item, me: string) => Steps<Item>
}

/** Fixed reasons, because each is translated into every language. */
const REASONS = {
  verification: [
    'photo_unreadable',
    'photo_mismatch',
    'document_expired',
    'identity_mismatch',
    'identity_in_use',
    'customer_request',
  ],
  deposit: [
    'payment_not_received',
    'payment_differs',
    'amount_unusual',
    'identity_mismatch',
    'limit_reached',
    'customer_request',
  ],
  withdrawal: [
    'identity_mismatch',
    'destination_refused',
    'amount_unusual',
    'limit_reached',
    'customer_request',
  ],
  bounce: ['destination_refused', 'identity_mismatch'],
  payoutChange: ['identity_mismatch', 'destination_refused', 'customer_request'],
  fundRate: ['rate_mistaken'],
  recovery: ['photo_unreadable', 'photo_mismatch', 'identity_mismatch', 'document_expired'],
} as const satisfies Record<string, readonly RejectReason[]>

/** The proposal of one operator, in either of the two forms that the kinds use. */
type Proposed = Queued & {
  proposal?: { by: string; step?: string } | null
  proposedBy?: string
}

interface QueueParts<Item> extends Pick<QueueKind<Item & Queued>, 'queue' | 'load'> {
  /** What an item shows apart from its own data. */
  evidence: (item: Item) => readonly Evidence[]
  forward: (item: Item, step: ForwardStep) => Promise<Answer<Item>>
  reasons: Partial<Record<RefuseStep, readonly RejectReason[]>>
  refuse: (item: Item, step: RefuseStep, reason: RejectReason) => Promise<Answer<Item>>
}

const FORWARD: readonly string[] = ['review', 'approve', 'pay', 'sent'] satisfies ForwardStep[]
const isForward = (step: string): step is ForwardStep => FORWARD.includes(step)
const isRefusal = (step: string): step is RefuseStep => step === 'reject' || step === 'bounce'

/** A proposal can be confirmed only by a different operator than the one who made it. */
function queueOf<Item extends Proposed>(
  kind: DocumentKind,
  { queue, load, evidence, reasons, ...send }: QueueParts<Item>,
): QueueKind<Item> {
  return {
    queue,
    load,
    filters: endStatuses(kind),
    steps: (item, me) => {
      const open = openSteps(kind, item.status)
      const own = open.length > 0 && (item.proposal?.by ?? item.proposedBy) === me
      const left = open
        .filter(
          ([step, { second }]) => !own || (second !== 'always' && item.proposal?.step !== step),
        )
        .map(([step]) => step)
      const forward = left.find(isForward)
      const refusal = left.find(isRefusal)
      return {
        own,
        // A review starts before anything is looked at.
        evidence: forward === undefined || forward === 'review' ? [] : evidence(item),
        forward:
          forward === undefined ? null : { step: forward, run: () => send.forward(item, forward) },
        refuse:
          refusal === undefined
            ? null
            : {
                step: refusal,
                reasons: reasons[refusal] ?? [],
                run: (reason) => send.refuse(item, refusal, reason),
              },
      }
    },
  }
}

const approve = { decision: 'approve' } as const

export const VERIFICATIONS = queueOf<Verification>('verification', {
  queue: 'verifications',
  load: (status, after) =>
    call(rows.deskVerifications, {
      query: { status: verificationStatus.safeParse(status).data, after },
    }),
  evidence: () => ['front', 'back'],
  forward: ({ id }) => call(rows.decideVerification, { params: { id }, body: approve }),
  reasons: { reject: REASONS.verification },
  refuse: ({ id }, _, reason) =>
    call(rows.decideVerification, { params: { id }, body: { decision: 'reject', reason } }),
})

export const DEPOSITS = queueOf<Deposit>('deposit', {
  queue: 'deposits',
  load: (status, after) =>
    call(rows.deskDeposits, { query: { status: depositStatus.safeParse(status).data, after } }),
  evidence: ({ proof }) => (proof === null ? [] : ['proof']),
  forward: ({ id }, step) =>
    step === 'review'
      ? call(rows.reviewDeposit, { params: { id }, body: {} })
      : call(rows.decideDeposit, { params: { id }, body: approve }),
  reasons: { reject: REASONS.deposit },
  refuse: ({ id }, _, reason) =>
    call(rows.decideDeposit, { params: { id }, body: { decision: 'reject', reason } }),
})

export const WITHDRAWALS = queueOf<Withdrawal>('withdrawal', {
  queue: 'withdrawals',
  load: (status, after) =>
    call(rows.deskWithdrawals, {
      query: { status: withdrawalStatus.safeParse(status).data, after },
    }),
  evidence: () => ['payTo'],
  forward: ({ id }, step) => call(rows.moveWithdrawal, { params: { id }, body: { step } }),
  reasons: { reject: REASONS.withdrawal, bounce: REASONS.bounce },
  refuse: ({ id }, step, reason) =>
    call(rows.moveWithdrawal, { params: { id }, body: { step, reason } }),
})

export const PAYOUT_CHANGES = queueOf<PayoutChange>('payout_change', {
  queue: 'payout_changes',
  load: (status, after) =>
    call(rows.deskPayoutChanges, {
      query: { status: payoutChangeStatus.safeParse(status).data, after },
    }),
  evidence: () => [],
  forward: ({ id }) => call(rows.decidePayoutChange, { params: { id }, body: approve }),
  reasons: { reject: REASONS.payoutChange },
  refuse: ({ id }, _, reason) =>
    call(rows.decidePayoutChange, { params: { id }, body: { decision: 'reject', reason } }),
})

const FUND_RATES = queueOf<RateProposal>('fund_rate', {
  queue: 'fund_rates',
  load: (status, after) =>
    call(rows.deskFundRates, {
      query: { status: rateProposalStatus.safeParse(status).data, after },
    }),
  evidence: () => [],
  forward: ({ id }) => call(rows.decideFundRate, { params: { id }, body: approve }),
  reasons: { reject: REASONS.fundRate },
  refuse: ({ id }, _, reason) =>
    call(rows.decideFundRate, { params: { id }, body: { decision: 'reject', reason } }),
})

/** An approved recovery waits for its asker, so it is looked back at like a decided one. */
const RECOVERIES_QUEUE = queueOf<DeskRecovery>('account_recovery', {
  queue: 'recoveries',
  load: (status, after) =>
    call(deskRecoveries, { query: { status: recoveryStatus.safeParse(status).data, after } }),
  evidence: () => ['front', 'document', 'face'],
  forward: ({ id }) => call(decideRecovery, { params: { id }, body: approve }),
  reasons: { reject: REASONS.recovery },
  refuse: ({ id }, _, reason) =>
    call(decideRecovery, { params: { id }, body: { decision: 'reject', reason } }),
})
export const RECOVERIES: QueueKind<DeskRecovery> = {
  ...RECOVERIES_QUEUE,
  filters: ['waiting', 'opened', ...RECOVERIES_QUEUE.filters],
}

/**
 * Whether the first day of the proposal has begun or is taken. `earliest` is the first free day, or null when it is not
 * known.
 */
export const isOver = ({ from, status }: RateProposal, earliest: Day | null): boolean =>
  status === 'proposed' && earliest !== null && from < earliest

/** A rate that is too late can only be rejected. */
export const fundRates = (earliest: Day | null): QueueKind<RateProposal> => ({
  ...FUND_RATES,
  steps: (item, me) => {
    const steps = FUND_RATES.steps(item, me)
    return isOver(item, earliest) ? { ...steps, forward: null } : steps
  },
})
