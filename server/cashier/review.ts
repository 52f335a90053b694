/** Reviewing money in and out, for the desk and the practice reviewer: one transaction an act, with its log line. */
import type { WithdrawalStatus } from '#contract/cashier.ts'
import type { Message } from '#contract/account.ts'
import type { RejectReason, ReviewDecision, WithdrawalStep } from '#contract/review.ts'
import { formatAmount } from '#rules/amounts.ts'
import { moveDeposit, selectDeposit, selectDepositOwner } from '#server/cashier/deposits-store.ts'
import type { DepositRow, WithdrawalRow } from '#server/cashier/documents.ts'
import { depositEvents, withdrawalEvents } from '#server/cashier/events.ts'
import { waitsForSecond } from '#server/cashier/second-operator.ts'
import {
  moveWithdrawal,
  selectWithdrawal,
  selectWithdrawalOwner,
} from '#server/cashier/withdrawals-store.ts'
import type { DeskBell } from '#server/desk/desk-bell.ts'
import { profileChanged } from '#server/identity/profile.ts'
import { type Changed, changeUser } from '#server/ledger/user-transaction.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { OutboxEvent, SocketHub } from '#server/platform/hub.ts'

export interface ReviewParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: Pick<MarketClock, 'now'>
  desk: DeskBell
  /** Minor units: above this two operators decide. Null: one is enough, as for the practice reviewer. */
  secondAbove: bigint | null
}

/** An operator's public name, or the practice reviewer's. */
interface Act {
  id: bigint
  actor: string
}

/**
 * Each throws `not_found`, or `document_moved_on` when somebody was quicker. An approval or bounce of a large amount
 * leaves the document as it is until another operator takes the same step; throws `same_operator`.
 */
export interface CashierReview {
  reviewDeposit(act: Act): Promise<DepositRow>
  decideDeposit(act: Act & { decision: ReviewDecision }): Promise<DepositRow>
  moveWithdrawal(act: Act & { step: WithdrawalStep }): Promise<WithdrawalRow>
}

const TO = {
  review: 'review',
  approve: 'approved',
  pay: 'paying',
  sent: 'paid',
  reject: 'rejected',
  bounce: 'bounced',
} as const satisfies Record<WithdrawalStep['step'], WithdrawalStatus>
/** Steps that move money: the hold ends, or what was sent comes back. */
const MOVES_MONEY: ReadonlySet<WithdrawalStatus> = new Set(['approved', 'rejected', 'bounced'])
const MESSAGES: Partial<Record<WithdrawalStatus, Message['kind']>> = {
  approved: 'withdrawal_approved',
  paid: 'withdrawal_paid',
  rejected: 'withdrawal_rejected',
  bounced: 'withdrawal_bounced',
}

interface Told {
  kind: Message['kind']
  params: Record<string, string>
  reason: string | null
}
const tell = (tx: Queryable, row: { user_id: bigint }, atMs: number, told: Told) =>
  sendMessage(tx, {
    userId: row.user_id,
    kind: told.kind,
    params: { ...told.params, ...(told.reason !== null && { reason: told.reason }) },
    sentAt: atMs,
  })

async function depositActed(tx: Queryable, row: DepositRow, atMs: number): Promise<OutboxEvent[]> {
  const { status, reason } = row
  const events = await depositEvents(tx, row, { moved: status === 'approved', atMs })
  if (status !== 'approved' && status !== 'rejected') return events
  const params = { depositId: row.id.toString(), amount: formatAmount(row.amount) }
  return [...events, await tell(tx, row, atMs, { kind: `deposit_${status}`, params, reason })]
}

async function withdrawalActed(
  tx: Queryable,
  row: WithdrawalRow,
  atMs: number,
): Promise<OutboxEvent[]> {
  const { status, reason } = row
  const events = await withdrawalEvents(tx, row, { moved: MOVES_MONEY.has(status), atMs })
  const kind = MESSAGES[status]
  if (kind === undefined) return events
  const params = {
    withdrawalId: row.id.toString(),
    amount: formatAmount(row.amount),
    net: formatAmount(row.amount - row.fee),
  }
  events.push(await tell(tx, row, atMs, { kind, params, reason }))
  // Completed payouts are part of the profile.
  if (status === 'paid') events.push(await profileChanged(tx, row.user_id))
  return events
}

export function createCashierReview(parts: ReviewParts): CashierReview {
  const { db, clock, desk, secondAbove } = parts
  const act = async <Row>(
    owner: Promise<bigint | undefined>,
    work: (tx: Queryable, atMs: number) => Promise<Changed<Row>>,
  ): Promise<Row> => {
    const userId = await owner
    if (userId === undefined) throw new Rejected('not_found')
    try {
      return await changeUser(parts, userId, (tx) => work(tx, clock.now()))
    } finally {
      // Also when somebody was quicker: what this reviewer sees is out of date.
      desk.changed()
    }
  }
  const deposit = (
    { id, actor }: Act,
    to: 'review' | 'approved' | 'rejected',
    reason: RejectReason | null,
  ): Promise<DepositRow> =>
    act(selectDepositOwner(db, id), async (tx, atMs) => {
      if (to === 'approved') {
        const known = await selectDeposit(tx, id)
        const asked = { document: 'deposit', step: 'approve', reason: null, actor, atMs } as const
        if (await waitsForSecond(tx, { ...asked, row: known }, secondAbove)) {
          return { value: known, events: [] }
        }
      }
      const row = await moveDeposit(tx, { id, to, actor, reason, atMs })
      return { value: row, events: await depositActed(tx, row, atMs) }
    })
  return {
    reviewDeposit: (it) => deposit(it, 'review', null),
    decideDeposit: ({ decision, ...it }) =>
      decision.decision === 'approve'
        ? deposit(it, 'approved', null)
        : deposit(it, 'rejected', decision.reason),
    moveWithdrawal: ({ id, actor, step }) =>
      act(selectWithdrawalOwner(db, id), async (tx, atMs) => {
        const reason = 'reason' in step ? step.reason : null
        if (step.step === 'approve' || step.step === 'bounce') {
          const known = await selectWithdrawal(tx, id)
          const asked = { document: 'withdrawal', step: step.step, reason, actor, atMs } as const
          if (await waitsForSecond(tx, { ...asked, row: known }, secondAbove)) {
            return { value: known, events: [] }
          }
        }
        const row = await moveWithdrawal(tx, { id, to: TO[step.step], actor, reason, atMs })
        return { value: row, events: await withdrawalActed(tx, row, atMs) }
      }),
  }
}
