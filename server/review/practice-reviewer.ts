/** Answers by itself in practice mode, by the stated rules of rules/practice-review.ts and under its own name. */
import { PRACTICE_REVIEWER, type RejectReason } from '#contract/review.ts'
import type { WithdrawalStep } from '#contract/review.ts'
import { practiceDepositStep, practiceWithdrawalStep } from '#rules/practice-review.ts'
import {
  depositOfRow,
  type DepositRow,
  withdrawalOfRow,
  type WithdrawalRow,
} from '#server/cashier/documents.ts'
import type { CashierReview } from '#server/cashier/review.ts'
import type { ListenedBell } from '#server/desk/desk-bell.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Logger } from '#server/platform/logging.ts'
import { createQueue, type Queue } from '#server/review/practice-queue.ts'
import {
  selectDueDeposits,
  selectDueVerifications,
  selectDueWithdrawals,
  selectNextDue,
} from '#server/review/practice-store.ts'

export interface PracticeReviewer {
  /** Begins with what has waited since before. */
  start(): void
  /** Resolves when nothing that was due is left. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export interface PracticeReviewerParts {
  db: Database
  clock: MarketClock
  log: Pick<Logger, 'error'>
  bell: Pick<ListenedBell, 'onRing'>
  review: CashierReview
  decideVerification(it: {
    id: bigint
    decision: 'approve' | 'reject'
    reason: RejectReason | null
    actor: string
    atMs: number
  }): Promise<unknown>
}

/** For what no bell told of: another server's documents, or a look that failed. */
const SWEEP_MS = 5_000
const actor = PRACTICE_REVIEWER

const STEP_OF: Record<string, WithdrawalStep> = {
  review: { step: 'review' },
  approved: { step: 'approve' },
  paying: { step: 'pay' },
  paid: { step: 'sent' },
  rejected: { step: 'reject', reason: 'practice_example' },
  bounced: { step: 'bounce', reason: 'practice_example' },
}

async function actOnDeposit(review: CashierReview, row: DepositRow): Promise<void> {
  const { id } = row
  const next = practiceDepositStep(depositOfRow(row))
  if (next?.to === 'review') await review.reviewDeposit({ id, actor })
  else if (next?.reason) {
    const decision = { decision: 'reject', reason: next.reason } as const
    await review.decideDeposit({ id, actor, decision })
  } else if (next) await review.decideDeposit({ id, actor, decision: { decision: 'approve' } })
}

async function actOnWithdrawal(review: CashierReview, row: WithdrawalRow): Promise<void> {
  const next = practiceWithdrawalStep(withdrawalOfRow(row))
  const step = next === null ? undefined : STEP_OF[next.to]
  if (step !== undefined) await review.moveWithdrawal({ id: row.id, actor, step })
}

function queuesOf(parts: PracticeReviewerParts): Queue[] {
  const { db, clock, log, review } = parts
  return [
    createQueue({
      clock,
      log,
      name: 'verification',
      due: (it) => selectDueVerifications(db, it),
      act: ({ id, in_use: inUse }) =>
        parts.decideVerification({
          id,
          actor,
          decision: inUse ? 'reject' : 'approve',
          reason: inUse ? 'identity_in_use' : null,
          atMs: clock.now(),
        }),
    }),
    createQueue({
      clock,
      log,
      name: 'deposit',
      due: (it) => selectDueDeposits(db, it),
      act: (row) => actOnDeposit(review, row),
    }),
    createQueue({
      clock,
      log,
      name: 'withdrawal',
      due: (it) => selectDueWithdrawals(db, it),
      act: (row) => actOnWithdrawal(review, row),
    }),
  ]
}

export function createPracticeReviewer(parts: PracticeReviewerParts): PracticeReviewer {
  const { db, clock, log, bell } = parts
  const queues = queuesOf(parts)
  const state = { running: Promise.resolve(), busy: false, asked: false, stopped: true }
  let cancelTimer = (): void => undefined
  let cancelSweep = (): void => undefined

  /** Until nothing is due: an act may make the next step due, or bring another document's turn. */
  const work = async (): Promise<void> => {
    for (let done = 1; !state.stopped && (state.asked || done > 0); ) {
      state.asked = false
      done = 0
      for (const queue of queues) done += await queue.sweep()
    }
    const next = await selectNextDue(db, clock.now())
    cancelTimer()
    if (next !== null && !state.stopped) cancelTimer = clock.at(next, wake)
  }
  const run = async (): Promise<void> => {
    try {
      while (state.asked && !state.stopped) await work()
    } catch (error) {
      log.error({ err: error }, 'the practice reviewer cannot look')
    }
    state.busy = false
  }
  const wake = (): void => {
    if (state.stopped) return
    state.asked = true
    if (state.busy) return
    state.busy = true
    state.running = run()
  }
  bell.onRing(wake)
  return {
    start: () => {
      state.stopped = false
      cancelSweep = clock.every(SWEEP_MS, wake)
      wake()
    },
    idle: () => state.running,
    stop: async () => {
      state.stopped = true
      cancelTimer()
      cancelSweep()
      await state.running
    },
  }
}
