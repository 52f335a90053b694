/** How each kind of document is stored, moved, shown and told; its states and steps stand in rules/documents.ts. */
import type { z } from 'zod'
import {
  type DeskQueue,
  deskDeposit,
  deskPayoutChange,
  deskVerification,
  deskWithdrawal,
} from '#contract/desk.ts'
import type { RateProposal } from '#contract/fund.ts'
import type { ActKind } from '#contract/records.ts'
import type { RejectReason } from '#contract/review.ts'
import { PHOTO_RETENTION_MS } from '#contract/verification.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { DocumentKind } from '#rules/documents.ts'
import { logAct, type LoggedAct } from '#server/platform/operator-log.ts'
import {
  depositJson,
  depositOfRow,
  type DocumentRows,
  type Queued,
  withdrawalJson,
  withdrawalOfRow,
} from '#server/documents/rows.ts'
import { PROPOSAL, proposalOfRow } from '#server/fund/documents.ts'
import { tellNewest } from '#server/fund/rates.ts'
import type { NewEvent } from '#server/ledger/outbox-store.ts'
import { applyChange, heldUntil } from '#server/payout/changes.ts'
import { payoutAccountOf } from '#server/profile/payout-account.ts'
import { openForm } from '#server/payout/sealed-form.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Vault } from '#server/platform/vault.ts'

/** A step that may be taken: the document stands where it leads from. */
export interface Taking {
  id: bigint
  step: string
  /** The status that it leads to. */
  to: string
  /** An operator's name; null: the user. */
  actor: string | null
  reason: RejectReason | null
  atMs: number
}

/** As operators see a document. */
export interface DeskViews {
  deposit: z.output<typeof deskDeposit>
  withdrawal: z.output<typeof deskWithdrawal>
  verification: z.output<typeof deskVerification>
  payout_change: z.output<typeof deskPayoutChange>
  fund_rate: RateProposal
}

export interface ViewParts {
  vault: Vault
  /** Minor units: above this two operators decide. */
  secondAbove: bigint
}

type Announcement = (hub: Pick<SocketHub, 'broadcast'>) => void

interface Kind<K extends DocumentKind> {
  /** As the desk names its queue. */
  queue: DeskQueue
  table: string
  /** What is read of a row of `table d`. */
  columns: string
  /** The house's own, about no user. */
  ofHouse?: true
  /** The status in which an open proposal of a first operator stands, by its step `p.step`; null: there are none. */
  proposedIn: string | null
  /**
   * Moves the row, posts and writes the operator log, whose lock is the last that the database takes. Throws FT409 for
   * what stands against it.
   */
  move(tx: Queryable, it: Taking): Promise<DocumentRows[K][]>
  /** What else the step does. */
  after?(tx: Queryable, row: DocumentRows[K], it: Taking & { vault: Vault }): Promise<void>
  /** What its user's pages hear of the document itself. */
  event?(row: DocumentRows[K]): Omit<NewEvent, 'userId'>
  /** What everybody's pages hear, once it is committed. */
  announce?(tx: Queryable, step: string): Promise<Announcement | undefined>
  /** What the message says beside the reason. */
  params(row: DocumentRows[K], atMs: number): Record<string, string>
  /** How the first look at it is logged, where its view shows numbers in full. */
  look?(row: DocumentRows[K]): Pick<LoggedAct, 'act'> & { userId: bigint; ref: string }
  view(tx: Queryable, row: Queued<K>, parts: ViewParts): DeskViews[K] | Promise<DeskViews[K]>
}

const moment = (at: bigint | null): number | null => (at === null ? null : Number(at))
const secondOf = (amount: bigint, { secondAbove }: ViewParts): bigint | null =>
  amount > secondAbove ? secondAbove : null
const inOrder = ({ id, to, actor, reason, atMs }: Taking) => [id, to, actor, reason, atMs]

/** For what no function of the database moves. */
const logStep = (
  tx: Queryable,
  act: ActKind,
  { id, actor, reason, atMs }: Taking,
  userId: bigint | null,
): Promise<void> =>
  logAct(tx, { atMs, actor: actor ?? '', act, userId, ref: id.toString(), reason })

export const KINDS: { [K in DocumentKind]: Kind<K> } = {
  deposit: {
    queue: 'deposits',
    table: 'deposits',
    columns: 'd.*',
    proposedIn: `'review'`,
    move: (tx, it) => tx.query('select * from move_deposit($1, $2, $3, $4, $5)', inOrder(it)),
    event: (row) => ({ topic: 'deposits', payload: depositJson(row) }),
    params: ({ id, amount }) => ({ depositId: id.toString(), amount: formatAmount(amount) }),
    view: (_, row, parts) => ({
      ...depositOfRow(row),
      account: row.account,
      proof: deskDeposit.shape.proof.parse(row.proof?.toString() ?? null),
      secondAbove: secondOf(row.amount, parts),
      proposal: deskDeposit.shape.proposal.parse(row.proposal),
    }),
  },
  withdrawal: {
    queue: 'withdrawals',
    table: 'withdrawals',
    columns: 'd.*',
    proposedIn: `case p.step when 'approve' then 'review' else 'paying' end`,
    move: (tx, it) => tx.query('select * from move_withdrawal($1, $2, $3, $4, $5)', inOrder(it)),
    event: (row) => ({ topic: 'withdrawals', payload: withdrawalJson(row) }),
    params: ({ id, amount, fee }) => ({
      withdrawalId: id.toString(),
      amount: formatAmount(amount),
      net: formatAmount(amount - fee),
    }),
    view: (_, row, parts) => ({
      ...withdrawalOfRow(row),
      account: row.account,
      secondAbove: secondOf(row.amount, parts),
      proposal: deskWithdrawal.shape.proposal.parse(row.proposal),
    }),
  },
  verification: {
    queue: 'verifications',
    table: 'verifications',
    columns: 'd.*',
    proposedIn: null,
    move: (tx, it) =>
      tx.query('select * from move_verification($1, $2, $3, $4, $5, $6)', [
        ...inOrder(it),
        it.atMs + PHOTO_RETENTION_MS,
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
    move: async (tx, it) => {
      const rows = await tx.query<DocumentRows['payout_change']>(
        `update payout_changes set status = $2, decided_by = $3, decided_at = $4
          where id = $1 returning *`,
        [it.id, it.to, it.actor, it.atMs],
      )
      const act = it.step === 'approve' ? 'payout_change_approve' : 'payout_change_reject'
      await logStep(tx, act, it, rows[0]?.user_id ?? null)
      return rows
    },
    after: async (tx, row, { step, vault, atMs }) => {
      if (step === 'approve') await applyChange(tx, vault, row, atMs)
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
    move: async (tx, it) => {
      const { id, step, actor, reason, atMs } = it
      if (step === 'approve') {
        return tx.query(`select ${PROPOSAL} from publish_fund_rate($1, $2, $3) d`, [
          id,
          actor,
          atMs,
        ])
      }
      const rows = await tx.query<DocumentRows['fund_rate']>(
        `update fund_rate_proposals d set status = $2, decided_by = $3, decided_at = $4, reason = $5
          where id = $1 returning ${PROPOSAL}`,
        [id, it.to, actor, atMs, reason],
      )
      await logStep(tx, 'fund_rate_reject', it, null)
      return rows
    },
    announce: async (tx, step) => (step === 'approve' ? tellNewest(tx, 1) : undefined),
    params: () => ({}),
    view: (_, row) => proposalOfRow(row),
  },
}
