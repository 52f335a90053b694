/** The queues of customers' documents: where each is read, what it can be filtered by, and what may be done next. */
import type { z } from 'zod'
import type { Answer } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { depositStatus, withdrawalStatus } from '#contract/cashier.ts'
import {
  type DeskQueue,
  type deskDeposit,
  type deskPayoutChange,
  type deskVerification,
  type deskWithdrawal,
  payoutChangeStatus,
} from '#contract/desk.ts'
import * as rows from '#contract/endpoints/desk.ts'
import type { RateProposal } from '#contract/fund.ts'
import { verificationStatus } from '#contract/verification.ts'
import { NO_STEPS, REASONS, type Steps } from '#desk/steps.ts'

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
)['status']

export interface Queued {
  id: string
  status: DocumentStatus
}
export interface QueueKind<Item extends Queued> {
  queue: DeskQueue
  /** Of documents that are decided, to look back. */
  filters: readonly DocumentStatus[]
  load: (
    status: string | null,
    after: Item['id'] | undefined,
  ) => Promise<Answer<{ items: Item[]; next: Item['id'] | null }>>
  /** `me`: the operator's own name. */
  steps: (item: Item, me: string) => Steps<Item>
}

/** What another operator must confirm is theirs to confirm alone. */
const isOwn = ({ proposal }: Pick<Deposit, 'proposal'>, me: string): boolean => proposal?.by === me

const approve = { decision: 'approve' } as const

export const VERIFICATIONS: QueueKind<Verification> = {
  queue: 'verifications',
  filters: ['verified', 'rejected'],
  load: (status, after) =>
    call(rows.deskVerifications, {
      query: { status: verificationStatus.safeParse(status).data, after },
    }),
  steps: ({ id, status }) => {
    if (status !== 'verifying') return NO_STEPS
    const params = { id }
    return {
      own: false,
      forward: {
        step: 'approve',
        confirm: false,
        run: () => call(rows.decideVerification, { params, body: approve }),
      },
      refuse: {
        step: 'reject',
        reasons: REASONS.verification,
        run: (reason) =>
          call(rows.decideVerification, { params, body: { decision: 'reject', reason } }),
      },
    }
  },
}

export const DEPOSITS: QueueKind<Deposit> = {
  queue: 'deposits',
  filters: ['approved', 'rejected', 'cancelled'],
  load: (status, after) =>
    call(rows.deskDeposits, { query: { status: depositStatus.safeParse(status).data, after } }),
  steps: (item, me) => {
    const { id, status } = item
    const own = isOwn(item, me)
    const params = { id }
    if (status === 'submitted') {
      const run = () => call(rows.reviewDeposit, { params, body: {} })
      return { ...NO_STEPS, forward: { step: 'review', confirm: false, run } }
    }
    if (status !== 'review') return NO_STEPS
    return {
      own,
      forward: own
        ? null
        : {
            step: 'approve',
            confirm: true,
            run: () => call(rows.decideDeposit, { params, body: approve }),
          },
      refuse: {
        step: 'reject',
        reasons: REASONS.deposit,
        run: (reason) => call(rows.decideDeposit, { params, body: { decision: 'reject', reason } }),
      },
    }
  },
}

const NEXT_STEP = {
  requested: 'review',
  review: 'approve',
  approved: 'pay',
  paying: 'sent',
} as const
const REFUSALS = { review: 'reject', paying: 'bounce' } as const
const has = <T extends object>(table: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(table, key)

export const WITHDRAWALS: QueueKind<Withdrawal> = {
  queue: 'withdrawals',
  filters: ['paid', 'bounced', 'rejected', 'cancelled'],
  load: (status, after) =>
    call(rows.deskWithdrawals, {
      query: { status: withdrawalStatus.safeParse(status).data, after },
    }),
  steps: (item, me) => {
    const { id, status } = item
    const own = isOwn(item, me)
    const proposed = own ? item.proposal?.step : undefined
    const params = { id }
    const step = has(NEXT_STEP, status) && NEXT_STEP[status] !== proposed ? NEXT_STEP[status] : null
    const refusal = has(REFUSALS, status) && REFUSALS[status] !== proposed ? REFUSALS[status] : null
    return {
      own,
      forward: step && {
        step,
        confirm: step === 'approve' || step === 'sent',
        run: () => call(rows.moveWithdrawal, { params, body: { step } }),
      },
      refuse: refusal && {
        step: refusal,
        reasons: refusal === 'reject' ? REASONS.withdrawal : REASONS.bounce,
        run: (reason) => call(rows.moveWithdrawal, { params, body: { step: refusal, reason } }),
      },
    }
  },
}

export const PAYOUT_CHANGES: QueueKind<PayoutChange> = {
  queue: 'payout_changes',
  filters: ['approved', 'rejected'],
  load: (status, after) =>
    call(rows.deskPayoutChanges, {
      query: { status: payoutChangeStatus.safeParse(status).data, after },
    }),
  steps: ({ id, status, proposedBy }, me) => {
    if (status !== 'proposed') return NO_STEPS
    const params = { id }
    const own = proposedBy === me
    return {
      own,
      forward: own
        ? null
        : {
            step: 'approve',
            confirm: true,
            run: () => call(rows.decidePayoutChange, { params, body: approve }),
          },
      refuse: {
        step: 'reject',
        reasons: REASONS.payoutChange,
        run: (reason) =>
          call(rows.decidePayoutChange, { params, body: { decision: 'reject', reason } }),
      },
    }
  },
}
