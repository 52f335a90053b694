/** Rows of documents, and the contract's documents made of them: the one place where both meet. */
import { z } from 'zod'
import {
  type Deposit,
  type DepositStatus,
  deposit,
  type Withdrawal,
  type WithdrawalStatus,
  withdrawal,
} from '#contract/cashier.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { DocumentKind } from '#rules/documents.ts'
import type { ProposalRow } from '#server/fund/documents.ts'
import type { PayoutChangeRow } from '#server/payout/payout-store.ts'
import type { VerificationRow } from '#server/profile/profile-store.ts'

export interface DepositRow {
  id: bigint
  user_id: bigint
  method: string
  amount: bigint
  proof: bigint | null
  /** Asked for in lists alone: a deposit that moves is not closed for long. */
  proof_expired?: boolean
  status: DepositStatus
  created_at: bigint
  review_at: bigint | null
  decided_at: bigint | null
  reviewer: string | null
  reason: string | null
}

export interface WithdrawalRow {
  id: bigint
  user_id: bigint
  amount: bigint
  fee: bigint
  payout_account: bigint
  destination_kind: string
  destination_bank: string
  destination_number: string
  status: WithdrawalStatus
  created_at: bigint
  review_at: bigint | null
  decided_at: bigint | null
  sent_at: bigint | null
  done_at: bigint | null
  reviewer: string | null
  reason: string | null
}

export interface DocumentRows {
  deposit: DepositRow
  withdrawal: WithdrawalRow
  verification: VerificationRow
  payout_change: PayoutChangeRow
  fund_rate: ProposalRow
}
/** What is said of a row without knowing its kind. */
export interface AnyRow {
  id: bigint
  status: string
  /** Undefined: it is about no user. */
  user_id?: bigint
  amount?: bigint
  proposed_by?: string
}
/** As the desk's queues read it. */
export type Queued<Kind extends DocumentKind> = DocumentRows[Kind] & {
  /** The account name of its user; empty for what is nobody's. */
  account: string
  /** What one operator proposed and another has not confirmed; null: nothing waits. */
  proposal: Record<string, unknown> | null
}

const moment = (at: bigint | null): number | null => (at === null ? null : Number(at))

/** Throws when the row is not a deposit by the contract. */
export const depositOfRow = (row: DepositRow): Deposit =>
  deposit.parse({
    id: row.id.toString(),
    method: row.method,
    amount: formatAmount(row.amount),
    status: row.status,
    hasProof: row.proof !== null,
    ...(row.proof_expired === true && { proofExpired: true }),
    createdAt: moment(row.created_at),
    reviewAt: moment(row.review_at),
    decidedAt: moment(row.decided_at),
    reviewer: row.reviewer,
    reason: row.reason,
  })

/** Throws when the row is not a withdrawal by the contract. */
export const withdrawalOfRow = (row: WithdrawalRow): Withdrawal =>
  withdrawal.parse({
    id: row.id.toString(),
    amount: formatAmount(row.amount),
    fee: formatAmount(row.fee),
    net: formatAmount(row.amount - row.fee),
    destination: {
      kind: row.destination_kind,
      bank: row.destination_bank,
      number: row.destination_number,
    },
    status: row.status,
    createdAt: moment(row.created_at),
    reviewAt: moment(row.review_at),
    decidedAt: moment(row.decided_at),
    sentAt: moment(row.sent_at),
    doneAt: moment(row.done_at),
    reviewer: row.reviewer,
    reason: row.reason,
  })

export const depositJson = (row: DepositRow): string =>
  JSON.stringify(z.encode(deposit, depositOfRow(row)))
export const withdrawalJson = (row: WithdrawalRow): string =>
  JSON.stringify(z.encode(withdrawal, withdrawalOfRow(row)))

/** Kinds that their users see as a list. */
export type OwnKind = 'deposit' | 'withdrawal'
const OWN_JSON: { [Kind in OwnKind]: (row: DocumentRows[Kind]) => string } = {
  deposit: depositJson,
  withdrawal: withdrawalJson,
}
export const ownJson = <Kind extends OwnKind>(kind: Kind, row: DocumentRows[Kind]): string =>
  OWN_JSON[kind](row)
/** What a command about one of them answers. */
export const ownReply = <Kind extends OwnKind>(kind: Kind, row: DocumentRows[Kind]): string =>
  `{"${kind}":${ownJson(kind, row)}}`
