/**
 * How each kind of document is stored, moved, shown and published. rules/documents.ts defines the statuses and steps.
 */
import type { z } from 'zod'
import { deskDeposit, deskPayoutChange, deskVerification, deskWithdrawal } from '#contract/desk.ts'
import { type DeskQueue } from '#contract/desk-state.ts'
import type { DeskRecovery } from '#contract/recovery.ts'
import type { RateProposal } from '#contract/fund.ts'
import type { RejectReason } from '#contract/review.ts'
import { PHOTO_RETENTION_MS } from '#contract/verification.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { DocumentKind } from '#rules/documents.ts'
import type { LoggedAct } from '#server/platform/operator-log.ts'
import {
  depositOfRow,
  type DocumentRows,
  type Queued,
  withdrawalOfRow,
} from '#server/documents/rows.ts'
import { PROPOSAL, proposalOfRow } from '#server/fund/documents.ts'
import { tellNewest } from '#server/fund/rates.ts'
import { frozenColumn } from '#server/ledger/frozen-state.ts'
import type { NewEvent } from '#server/ledger/outbox-store.ts'
import { applyChange, heldUntil } from '#server/payout/changes.ts'
import { payoutAccountOf } from '#server/profile/payout-account.ts'
import { openForm } from '#server/payout/sealed-form.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Vault } from '#server/platform/vault.ts'
import { DESK_COLUMNS, deskRecoveryOf } from '#server/recovery/rows.ts'

/** A permitted step: the document has a status that the step starts from. */
export interface Taking {
  id: bigint
  step: string
  /** The status after the step. */
  to: string
  /** Null for the user. */
  actor: Actor | null
  reason: RejectReason | null
  atMs: number
}

/** Documents as operators see them. */
export interface DeskViews {
  deposit: z.output<typeof deskDeposit>
  withdrawal: z.output<typeof deskWithdrawal>
  verification: z.output<typeof deskVerification>
  payout_change: z.output<typeof deskPayoutChange>
  fund_rate: RateProposal
  account_recovery: DeskRecovery
}

export interface ViewParts {
  vault: Vault
  /** In minor units. Amounts above it need two operators. */
  secondAbove: bigint
}

type Announcement = (hub: Pick<SocketHub, 'broadcast'>) => void

interface Kind<K extends DocumentKind> {
  /** The desk's name of its queue. */
  queue: DeskQueue
  table: string
  /** The columns of `table d` to read. */
  columns: string
  /** True for documents of the platform, which concern no user. */
  ofHouse?: true
  /**
   * The status in which an open proposal of a first operator (step `p.step`) may exist. Null if there are no proposals.
   */
  proposedIn: string | null
  /**
   * Moves the row, posts transfers and writes the operator log, whose lock is the last that the transaction takes. A
   * step that waits for a second operator leaves the status as it is. Throws FT409 if the database refuses.
   */
  move(tx: Queryable, step: Taking): Promise<DocumentRows[K][]>
  /** Further effects of the step. */
  after?(tx: Queryable, row: DocumentRows[K], step: Taking & { vault: Vault }): Promise<void>
  /** The topic that shows the document to its user. */
  topic?: NewEvent['topic']
  /** What is published to all users after the commit. */
  announce?(tx: Queryable, step: string): Promise<Announcement | undefined>
  /** The parameters of the message, besides the reason. */
  params(row: DocumentRows[K], atMs: number): Record<string, string>
  /** How the first view of the document is logged, for kinds whose view shows numbers in full. */
  look?(row: DocumentRows[K]): Pick<LoggedAct, 'act'> & { userId: bigint; ref: string }
  view(tx: Queryable, row: Queued<K>, parts: ViewParts): DeskViews[K] | Promise<DeskViews[K]>
}

const moment = (at: bigint | null): number | null => (at === null ? null : Number(at))
/** Amounts of one user that one operator alone decided within a day are added up, which only the proposal shows. */
const secondOf = (
  { amount, proposal }: { amount: bigint; proposal: unknown },
  { secondAbove }: ViewParts,
): bigint | null => (amount > secondAbove || proposal !== null ? secondAbove : null)
const inOrder = ({ id, to, actor, reason, atMs }: Taking) => [
  id,
  to,
  actor?.name ?? null,
  actor?.secret ?? null,
  reason,
  atMs,
]

/** All kinds of documents. */
export const KINDS: { [K in DocumentKind]: Kind<K> } = {
  deposit: {
    queue: 'deposits',
    table: 'deposits',
    columns: `d.*, ${frozenColumn('deposit', 'd.id')} as frozen`,
    proposedIn: `'review'`,
    move: (tx, step) =>
      tx.query('select * from move_deposit($1, $2, $3, $4, $5, $6)', inOrder(step)),
    topic: 'deposits',
    params: ({ id, amount }) => ({ depositId: id.toString(), amount: formatAmount(amount) }),
    view: (_, row, parts) => ({
      ...depositOfRow(row),
      account: row.account,
      proof: deskDeposit.shape.proof.parse(row.proof?.toString() ?? null),
      secondAbove: secondOf(row, parts),
      proposal: deskDeposit.shape.proposal.parse(row.proposal),
    }),
  },
  withdrawal: {
    queue: 'withdrawals',
    table: 'withdrawals',
    columns: `d.*, ${frozenColumn('withdrawal', 'd.id')} as frozen`,
    proposedIn: `case p.step when 'approve' then 'review' else 'paying' end`,
    move: (tx, step) =>
      tx.query('select * from move_withdrawal($1, $2, $3, $4, $5, $6)', inOrder(step)),
    topic: 'withdrawals',
    params: ({ id, amount, fee }) => ({
      withdrawalId: id.toString(),
      amount: formatAmount(amount),
      net: formatAmount(amount - fee),
    }),
    view: (_, row, parts) => ({
      ...withdrawalOfRow(row),
      account: row.account,
      secondAbove: secondOf(row, parts),
      proposal: deskWithdrawal.shape.proposal.parse(row.proposal),
    }),
  },
  verification: {
    queue: 'verifications',
    table: 'verifications',
    columns: 'd.*',
    proposedIn: null,
    move: (tx, step) =>
      tx.query('select * from move_verification($1, $2, $3, $4, $5, $6, $7)', [
        ...inOrder(step),
        step.atMs + PHOTO_RETENTION_MS,
      ]),
    params: () => ({}),
    view: (_, row) =>
      deskVerification.parse({
        id: row.id.toString(),
        account: row.account,
        status: row.status,
        nationality: row.nationality,
        submittedAt: Number(row.submitted_at),
        decidedAt: moment(row.decided_at),
        reviewer: row.reviewer,
        reason: row.reason,
      }),
  },
  payout_change: {
    queue: 'payout_changes',
    table: 'payout_changes',
    columns: 'd.*',
    proposedIn: null,
    move: (tx, step) =>
      tx.query('select * from move_payout_change($1, $2, $3, $4, $5, $6)', inOrder(step)),
    after: async (tx, row, { step, vault }) => {
      if (step === 'approve') await applyChange(tx, vault, row)
    },
    look: ({ id, user_id: userId }) => ({ act: 'payout_viewed', userId, ref: `change ${id}` }),
    params: (_, atMs) => ({ until: String(heldUntil(atMs)) }),
    view: async (tx, row, { vault }) =>
      deskPayoutChange.parse({
        id: row.id.toString(),
        account: row.account,
        proposed: await openForm(tx, vault, row),
        current: await payoutAccountOf(tx, row.user_id),
        why: row.why,
        status: row.status,
        proposedBy: row.proposed_by,
        proposedAt: Number(row.proposed_at),
        decidedBy: row.decided_by,
        decidedAt: moment(row.decided_at),
      }),
  },
  fund_rate: {
    queue: 'fund_rates',
    table: 'fund_rate_proposals',
    columns: PROPOSAL,
    ofHouse: true,
    proposedIn: null,
    move: (tx, { id, step, actor, reason, atMs }) => {
      const who = [id, actor?.name, actor?.secret]
      return step === 'approve'
        ? tx.query(`select ${PROPOSAL} from publish_fund_rate($1, $2, $3, $4) d`, [...who, atMs])
        : tx.query(`select ${PROPOSAL} from reject_fund_rate($1, $2, $3, $4, $5) d`, [
            ...who,
            reason,
            atMs,
          ])
    },
    announce: async (tx, step) => (step === 'approve' ? tellNewest(tx, 1) : undefined),
    params: () => ({}),
    view: (_, row) => proposalOfRow(row),
  },
  account_recovery: {
    queue: 'recoveries',
    table: 'account_recoveries',
    columns: DESK_COLUMNS,
    proposedIn: null,
    move: (tx, step) =>
      tx.query('select * from move_recovery($1, $2, $3, $4, $5, $6)', inOrder(step)),
    params: ({ lost, ready_at: until }) => ({ lost, until: String(until) }),
    view: (_, row) => deskRecoveryOf(row, row.account),
  },
}
