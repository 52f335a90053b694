/** A user's withdrawals: terms, requesting with password and proof, cancelling and listing. */
import type { z } from 'zod'
import type { Withdrawal, WithdrawalResult, WithdrawalTerms } from '#contract/cashier.ts'
import { withdrawalStatus } from '#contract/cashier.ts'
import type { openWithdrawal } from '#contract/endpoints/cashier.ts'
import { timeMs } from '#contract/scalars.ts'
import { formatAmount } from '#rules/amounts.ts'
import { dayStartAt, nextDayStart } from '#rules/business-day.ts'
import { withdrawalFee } from '#rules/withdrawal-fee.ts'
import { withdrawalResultOf } from '#rules/withdrawal-result.ts'
import { insertWithdrawal } from '#server/cashier/cashier-store.ts'
import { WITHDRAWAL_FEES, WITHDRAWAL_LIMITS } from '#server/cashier/limits.ts'
import { beforeId, PAGE_ROWS, pageOf } from '#server/platform/db/pages.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { countOwn, selectOwn } from '#server/documents/documents-store.ts'
import type { Documents } from '#server/documents/move.ts'
import { begun } from '#server/documents/own-documents.ts'
import { withdrawalOfRow } from '#server/documents/rows.ts'
import type { StepUp, UseProof } from '#server/identity/step-up.ts'
import { type CommandResult, moneyCommand } from '#server/platform/user-transaction.ts'
import { currentPayout, type PayoutRow } from '#server/profile/payout-account.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import { isVerified } from '#server/profile/verification.ts'

export interface WithdrawalParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: Pick<MarketClock, 'now'>
  deskChanges: DeskChanges
  documents: Pick<Documents, 'cancel'>
  stepUp: StepUp
}

/** A request for a withdrawal. */
interface OpenCommand extends CommandKey {
  body: z.output<typeof openWithdrawal.body>
  /** The address for which wrong passwords are counted. */
  address: string
}

/** The withdrawal as the user saw it before confirming. */
interface Intent {
  amount: bigint
  fee: bigint
}

function checkAmount({ amount, fee }: Intent, kind: PayoutRow['kind']): void {
  const { minimum, maximum } = WITHDRAWAL_LIMITS
  if (amount < minimum)
    throw new Rejected('amount_below_minimum', { minimum: formatAmount(minimum) })
  if (amount > maximum)
    throw new Rejected('amount_above_maximum', { maximum: formatAmount(maximum) })
  const due = withdrawalFee(amount, WITHDRAWAL_FEES[kind])
  if (fee !== due) throw new Rejected('fee_changed', { fee: formatAmount(due) })
}

/**
 * Checks the conditions that a withdrawal must meet before it reaches the ledger, in the order in which a user can
 * resolve them. Returns the destination of the money. Throws `Rejected` if a condition is not met. The caller holds the
 * user's mutex.
 */
async function checkWithdrawal(
  tx: Queryable,
  { userId, intent, atMs }: { userId: bigint; intent: Intent; atMs: number },
): Promise<PayoutRow> {
  if (!(await isVerified(tx, userId))) throw new Rejected('identity_not_verified')
  const destination = await currentPayout(tx, userId)
  if (destination === null) throw new Rejected('payout_account_missing')
  checkAmount(intent, destination.kind)
  const { heldUntil } = destination
  if (heldUntil !== null && heldUntil > atMs) {
    throw new Rejected('withdrawals_on_hold', { until: heldUntil })
  }
  return destination
}

/** The withdrawals of users. */
export interface Withdrawals {
  terms(userId: bigint): Promise<WithdrawalTerms>
  challenge(userId: bigint, intent: Intent): Promise<{ options: Record<string, unknown> }>
  /** Requests a withdrawal. Returns the reply's JSON. */
  open(command: OpenCommand): Promise<string>
  /** Cancels a withdrawal. Returns the reply's JSON. */
  cancel(command: CommandKey & { id: string }): Promise<string>
  list(
    userId: bigint,
    page: { show?: WithdrawalResult | undefined; before?: string | undefined },
  ): Promise<{ withdrawals: Withdrawal[]; next: Withdrawal['id'] | null }>
}

/** What a second factor confirms: this amount, at this fee, to this account. */
const boundTo = ({ amount, fee }: Intent, payoutAccount: bigint | undefined): string =>
  `${amount}|${fee}|${payoutAccount ?? ''}`

interface Beginning {
  userId: bigint
  body: Intent
  atMs: number
  /** What the proof was bound to. */
  bound: string
  use: UseProof
}
async function begin(tx: Queryable, withdrawal: Beginning): Promise<CommandResult> {
  const { userId, body, atMs } = withdrawal
  const destination = await checkWithdrawal(tx, { userId, intent: body, atMs })
  // The payout account has changed since the proof was bound, so the user has confirmed a different withdrawal.
  if (boundTo(body, destination.id) !== withdrawal.bound) throw new Rejected('factor_wrong')
  const { events: proved, evidence } = await withdrawal.use(tx)
  const { inReview, daily } = WITHDRAWAL_LIMITS
  const { amount, fee } = body
  const row = await insertWithdrawal(tx, {
    userId,
    amount,
    fee,
    destination,
    atMs,
    inReview,
    daily,
    proof: evidence,
  })
  const { reply, events } = await begun(tx, 'withdrawal', row, { money: true, atMs })
  return { reply, events: [...events, ...proved] }
}

/** Creates the functions for withdrawals. */
export function createWithdrawals(parts: WithdrawalParts): Withdrawals {
  const { db, clock, deskChanges, documents, stepUp } = parts

  /**
   * Requires the password each time, also for an answer that is stored already, so that a caller who has only the
   * session and the key learns nothing. The proof is used in the command's transaction, exactly if the money is held. A
   * repeated command, whose code has been used, needs no proof.
   */
  const open = async (command: OpenCommand): Promise<string> => {
    const { userId, body, address } = command
    await stepUp.tradingPassword(userId, body.tradingPassword, address)
    const bound = boundTo(body, (await currentPayout(db, userId))?.id)
    return stepUp.withProof({ userId, proof: body.proof, bound }, (use) =>
      moneyCommand(parts, command, (tx) =>
        begin(tx, { userId, body, atMs: clock.now(), bound, use }),
      ),
    )
  }
  return {
    terms: async (userId) => {
      const now = clock.now()
      const { daily, minimum, maximum } = WITHDRAWAL_LIMITS
      const used = await countOwn(db, 'withdrawal', userId, dayStartAt(now))
      return {
        fees: WITHDRAWAL_FEES,
        minimum,
        maximum,
        dailyCount: daily,
        remainingToday: Math.max(0, daily - used),
        resetsAt: timeMs.parse(nextDayStart(now)),
      }
    },
    challenge: async (userId, intent) => {
      const destination = await currentPayout(db, userId)
      if (destination === null) throw new Rejected('payout_account_missing')
      return { options: await stepUp.challenge(userId, boundTo(intent, destination.id)) }
    },
    open: async (command) => {
      const reply = await open(command)
      deskChanges.changed()
      return reply
    },
    cancel: (command) => documents.cancel('withdrawal', command),
    list: async (userId, { show, before }) => {
      const statuses = withdrawalStatus.options.filter(
        (status) => !show || withdrawalResultOf(status) === show,
      )
      const page = { statuses, before: beforeId(before), limit: PAGE_ROWS }
      const { items, next } = pageOf(
        await selectOwn(db, 'withdrawal', userId, page),
        withdrawalOfRow,
      )
      return { withdrawals: items, next }
    },
  }
}
