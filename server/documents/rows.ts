/** Rows of documents, and their conversion to the contract's documents. */
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
import type { FrozenJson } from '#server/ledger/frozen-state.ts'
import type { PayoutChangeRow } from '#server/payout/payout-store.ts'
import type { DeskColumns, RecoveryRow } from '#server/recovery/rows.ts'
import type { VerificationRow } from '#server/profile/profile-store.ts'

export interface DepositRow {
  id: bigint
  user_id: bigint
  method: string
  amount: bigint
  proof: bigint | null
  /** Read in lists only, because a deposit that is being moved was not closed long ago. */
  proof_expired?: boolean
  status: DepositStatus
  created_at: bigint
  review_at: bigint | null
  decided_at: bigint | null
  reviewer: string | null
  reason: string | null
  /** Null unless a check found a fault in the document; missing in a row that a step returns. */
  frozen?: FrozenJson | null
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
  /** As of a deposit. */
  frozen?: FrozenJson | null
}

/** The row of each kind of document. */
export interface DocumentRows {
  deposit: DepositRow
  withdrawal: WithdrawalRow
  verification: VerificationRow
  payout_change: PayoutChangeRow
  fund_rate: ProposalRow
  account_recovery: RecoveryRow & DeskColumns
}
/** The fields that all kinds share. */
export interface AnyRow {
  id: bigint
  status: string
  /** Undefined if the document concerns no user, and null if it names none that exists. */
  user_id?: bigint | null
  amount?: bigint
  proposed_by?: string
}
/** A row as the desk's queues read it. */
export type Queued<Kind extends DocumentKind> = DocumentRows[Kind] & {
  /** The account name of its user. Empty for documents of the platform. */
  account: string
  /** What one operator has proposed and no other has confirmed. Null if there is no open proposal. */
  proposal: Record<string, unknown> | null
}

const moment = (at: bigint | null): number | null => (at === null ? null : Number(at))

/** Throws when the row does not match the contract's deposit. */
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
    ...(row.frozen && { frozen: row.frozen }),
  })

/** Throws when the row does not match the contract's withdrawal. */
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
    ...(row.frozen && { frozen: row.frozen }),
  })

const depositJson = (row: DepositRow): string =>
  JSON.stringify(z.encode(deposit, depositOfRow(row)))
const withdrawalJson = (row: WithdrawalRow): string =>
  JSON.stringify(z.encode(withdrawal, withdrawalOfRow(row)))

/** Kinds that users see as a list. */
export type OwnKind = 'deposit' | 'withdrawal'
const OWN_JSON: { [Kind in OwnKind]: (row: DocumentRows[Kind]) => string } = {
  deposit: depositJson,
  withdrawal: withdrawalJson,
}
/** A document of a user as JSON. */
export const ownJson = <Kind extends OwnKind>(kind: Kind, row: DocumentRows[Kind]): string =>
  OWN_JSON[kind](row)
/** The reply of a command about a document, as JSON. */
export const ownReply = <Kind extends OwnKind>(kind: Kind, row: DocumentRows[Kind]): string =>
  `{"${kind}":${ownJson(kind, row)}}`
