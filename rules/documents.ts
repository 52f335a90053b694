/** The documents that are decided by review: the states of each kind, and the steps between them. */
import type { Message } from '#contract/messages.ts'
import type { DepositStatus, WithdrawalStatus } from '#contract/cashier.ts'
import type { PayoutChangeStatus } from '#contract/desk.ts'
import type { RateProposal } from '#contract/fund.ts'
import type { RecoveryStatus } from '#contract/recovery.ts'
import type { VerificationStatus } from '#contract/verification.ts'

/** The states of each kind of document. */
export interface DocumentStatus {
  deposit: DepositStatus
  withdrawal: WithdrawalStatus
  verification: Exclude<VerificationStatus, 'none'>
  payout_change: PayoutChangeStatus
  fund_rate: RateProposal['status']
  account_recovery: RecoveryStatus
}
export type DocumentKind = keyof DocumentStatus

/** One step of a document from one state to the next. */
export interface DocumentStep<Status extends string = string> {
  from: readonly Status[]
  to: Status
  /** The user takes this step, or a deadline does. Every other step is an operator's. */
  byUser?: true
  /**
   * Which steps need two operators. `large`: above the configured amount the step is a proposal until a second operator
   * takes it too. `always`: the operator who proposed the document cannot take it.
   */
  second?: 'large' | 'always'
  /** The step changes the balance of the user. */
  money?: true
  /** The step changes the profile of the user. */
  profile?: true
  /** The system message that the user gets. */
  tells?: Message['kind']
}

/** The steps of each kind of document by name. The operator log names a step `<kind>_<step>`. */
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
  account_recovery: {
    review: { from: ['pictures'], to: 'review', byUser: true },
    approve: { from: ['review'], to: 'waiting', second: 'always', tells: 'recovery_approved' },
    reject: { from: ['review'], to: 'rejected' },
    open: { from: ['waiting'], to: 'opened', byUser: true },
    complete: { from: ['opened'], to: 'done', byUser: true },
    veto: { from: ['waiting', 'opened'], to: 'vetoed', byUser: true },
    lapse: { from: ['pictures', 'review', 'waiting', 'opened'], to: 'lapsed', byUser: true },
  },
} as const satisfies {
  [Kind in DocumentKind]: Record<string, DocumentStep<DocumentStatus[Kind]>>
}

/** The name of a step that an operator can take. */
export type ReviewStep<Kind extends DocumentKind> = {
  [Step in keyof (typeof DOCUMENTS)[Kind] & string]: (typeof DOCUMENTS)[Kind][Step] extends {
    byUser: true
  }
    ? never
    : Step
}[keyof (typeof DOCUMENTS)[Kind] & string]

const stepsOf = (kind: DocumentKind): [string, DocumentStep][] => Object.entries(DOCUMENTS[kind])

/** The step of a kind by name. Throws if the kind has no such step. */
export const documentStep = (kind: DocumentKind, step: string): DocumentStep => {
  const known = stepsOf(kind).find(([name]) => name === step)
  if (known === undefined) throw new Error(`no document of kind ${kind} has the step ${step}`)
  return known[1]
}

/** The statuses in which a document waits for an operator. */
export const waitingStatuses = (kind: DocumentKind): string[] => [
  ...new Set(stepsOf(kind).flatMap(([, { from, byUser }]) => (byUser === true ? [] : from))),
]

/** The final statuses: those from which no step leads on. */
export const endStatuses = <Kind extends DocumentKind>(kind: Kind): DocumentStatus[Kind][] => {
  const steps: DocumentStep<DocumentStatus[Kind]>[] = Object.values(DOCUMENTS[kind])
  const left = steps.flatMap(({ from }) => from)
  return steps.map(({ to }) => to).filter((status) => !left.includes(status))
}

/** The steps, with their names, that an operator can take for a document in this status. */
export const openSteps = (kind: DocumentKind, status: string): [string, DocumentStep][] =>
  stepsOf(kind).filter(([, { from, byUser }]) => byUser !== true && from.includes(status))

/** Whether the user can still cancel a document in this status. */
export const canCancel = <Kind extends DocumentKind>(
  kind: Kind,
  status: DocumentStatus[Kind],
): boolean => stepsOf(kind).some(([name, { from }]) => name === 'cancel' && from.includes(status))
