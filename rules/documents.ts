/** The documents that somebody decides: the states of each kind, and the steps that lead from one state to the next. */
import type { Message } from '#contract/account.ts'
import type { DepositStatus, WithdrawalStatus } from '#contract/cashier.ts'
import type { PayoutChangeStatus } from '#contract/desk.ts'
import type { RateProposal } from '#contract/fund.ts'
import type { VerificationStatus } from '#contract/verification.ts'

export interface DocumentStatus {
  deposit: DepositStatus
  withdrawal: WithdrawalStatus
  verification: Exclude<VerificationStatus, 'none'>
  payout_change: PayoutChangeStatus
  fund_rate: RateProposal['status']
}
export type DocumentKind = keyof DocumentStatus

export interface DocumentStep<Status extends string = string> {
  from: readonly Status[]
  to: Status
  /** Its user takes it; every other step is an operator's. */
  byUser?: true
  /**
   * Which steps need two operators. `large`: above the configured amount the step is a proposal until another operator
   * takes it too. `always`: whoever proposed the document cannot take it.
   */
  second?: 'large' | 'always'
  /** The balance of its user changes. */
  money?: true
  /** The profile of its user changes. */
  profile?: true
  /** The message that its user gets. */
  tells?: Message['kind']
}

/** The operator log names a step `<kind>_<step>`. */
export const DOCUMENTS = {
  deposit: {
    review: { from: ['submitted'], to: 'review' },
    approve: {
      from: ['review'],
      to: 'approved',
      second: 'large',
      money: true,
      tells: 'deposit_approved',
    },
    reject: { from: ['review'], to: 'rejected', tells: 'deposit_rejected' },
    cancel: { from: ['submitted'], to: 'cancelled', byUser: true },
  },
  withdrawal: {
    review: { from: ['requested'], to: 'review' },
    approve: {
      from: ['review'],
      to: 'approved',
      second: 'large',
      money: true,
      tells: 'withdrawal_approved',
    },
    pay: { from: ['approved'], to: 'paying' },
    sent: { from: ['paying'], to: 'paid', profile: true, tells: 'withdrawal_paid' },
    bounce: {
      from: ['paying'],
      to: 'bounced',
      second: 'large',
      money: true,
      tells: 'withdrawal_bounced',
    },
    reject: { from: ['review'], to: 'rejected', money: true, tells: 'withdrawal_rejected' },
    cancel: { from: ['requested', 'review'], to: 'cancelled', byUser: true, money: true },
  },
  verification: {
    approve: {
      from: ['verifying'],
      to: 'verified',
      profile: true,
      tells: 'verification_verified',
    },
    reject: { from: ['verifying'], to: 'rejected', profile: true, tells: 'verification_rejected' },
  },
  payout_change: {
    approve: {
      from: ['proposed'],
      to: 'approved',
      second: 'always',
      profile: true,
      tells: 'payout_account_changed',
    },
    reject: { from: ['proposed'], to: 'rejected' },
  },
  fund_rate: {
    approve: { from: ['proposed'], to: 'published', second: 'always' },
    reject: { from: ['proposed'], to: 'rejected' },
  },
} as const satisfies {
  [Kind in DocumentKind]: Record<string, DocumentStep<DocumentStatus[Kind]>>
}

/** What an operator may do. */
export type ReviewStep<Kind extends DocumentKind> = Exclude<
  keyof (typeof DOCUMENTS)[Kind] & string,
  'cancel'
>

const stepsOf = (kind: DocumentKind): [string, DocumentStep][] => Object.entries(DOCUMENTS[kind])

export const documentStep = (kind: DocumentKind, step: string): DocumentStep => {
  const known = stepsOf(kind).find(([name]) => name === step)
  if (known === undefined) throw new Error(`no document of kind ${kind} has the step ${step}`)
  return known[1]
}

/** The statuses in which a document waits for an operator. */
export const waitingStatuses = (kind: DocumentKind): string[] => [
  ...new Set(stepsOf(kind).flatMap(([, { from, byUser }]) => (byUser === true ? [] : from))),
]

/** The statuses that no step leads on from. */
export const endStatuses = <Kind extends DocumentKind>(kind: Kind): DocumentStatus[Kind][] => {
  const steps: DocumentStep<DocumentStatus[Kind]>[] = Object.values(DOCUMENTS[kind])
  const left = steps.flatMap(({ from }) => from)
  return steps.map(({ to }) => to).filter((status) => !left.includes(status))
}

/** The steps that an operator may take with a document in this status. */
export const openSteps = (kind: DocumentKind, status: string): [string, DocumentStep][] =>
  stepsOf(kind).filter(([, { from, byUser }]) => byUser !== true && from.includes(status))

/** Whether its user may still take a document back. */
export const canCancel = <Kind extends DocumentKind>(
  kind: Kind,
  status: DocumentStatus[Kind],
): boolean => stepsOf(kind).some(([name, { from }]) => name === 'cancel' && from.includes(status))
