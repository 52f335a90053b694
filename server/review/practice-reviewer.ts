/**
 * Decides automatically in practice mode, by the published rules of rules/practice-review.ts and under its own name.
 */
import { PRACTICE_REVIEWER } from '#contract/review.ts'
import { practiceDepositStep, practiceWithdrawalStep } from '#rules/practice-review.ts'
import type { ObservedDeskChanges } from '#server/platform/desk-changes.ts'
import type { Documents } from '#server/documents/move.ts'
import { depositOfRow, withdrawalOfRow } from '#server/documents/rows.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'
import { createQueue, type Queue } from '#server/review/practice-queue.ts'
import {
  selectDueDeposits,
  selectDueVerifications,
  selectDueWithdrawals,
  selectNextDue,
} from '#server/review/practice-store.ts'

export interface PracticeReviewer {
  /** Starts, with documents that have been waiting since before. */
  start(): void
  /** Resolves when nothing is due any more. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export interface PracticeReviewerParts {
  db: Database
  clock: MarketClock
  log: Pick<Logger, 'error'>
  deskChanges: Pick<ObservedDeskChanges, 'onChange'>
  documents: Documents
}

/** For documents that were not reported: those of another server, or after a failure. */
const SWEEP_MS = 5_000
const actor = { name: PRACTICE_REVIEWER, secret: null }

function queuesOf(parts: PracticeReviewerParts): Queue[] {
  const { db, clock, log, documents } = parts
  return [
    createQueue({
      clock,
      log,
      name: 'verification',
      due: (query) => selectDueVerifications(db, query),
      act: ({ id, in_use: inUse }) =>
        documents.move(
          'verification',
          inUse
            ? { id, actor, step: 'reject', reason: 'identity_in_use' }
            : { id, actor, step: 'approve' },
        ),
    }),
    createQueue({
      clock,
      log,
      name: 'deposit',
      due: (query) => selectDueDeposits(db, query),
      act: async (row) => {
        const next = practiceDepositStep(depositOfRow(row))
        if (next === null) return
        const { step, reason } = next
        await documents.move('deposit', { id: row.id, actor, step, reason })
      },
    }),
    createQueue({
      clock,
      log,
      name: 'withdrawal',
      due: (query) => selectDueWithdrawals(db, query),
      act: async (row) => {
        const next = practiceWithdrawalStep(withdrawalOfRow(row))
        if (next === null) return
        const { step, reason } = next
        await documents.move('withdrawal', { id: row.id, actor, step, reason })
      },
    }),
  ]
}

export function createPracticeReviewer(parts: PracticeReviewerParts): PracticeReviewer {
  const { db, clock, log, deskChanges } = parts
  const queues = queuesOf(parts)
  const state = { running: Promise.resolve(), busy: false, asked: false, stopped: true }
  let cancelTimer = (): void => undefined
  let cancelSweep = (): void => undefined

  /** Repeats until nothing is due, because a decision may make the next step or another document due. */
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
  deskChanges.onChange(wake)
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
