/**
 * Closes accounts for their owners: with the password, after 14 days in which one tap keeps the account, and then in
 * one transaction per account, so that a server that was killed at any moment resumes.
 */
import type { ClosingObstacle } from '#contract/closing.ts'
import type { FactorProof } from '#contract/factors.ts'
import { type TimeMs, timeMs } from '#contract/scalars.ts'
import {
  askToClose,
  closeDue,
  keep,
  selectClosing,
  selectDue,
} from '#server/closing/closing-store.ts'
import type { InSession } from '#server/identity/factor-store.ts'
import type { AskedInSession, CheckPassword } from '#server/identity/password-check.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { DeletedPhoto } from '#rules/deletion.ts'

/** The purpose that the proof for closing an account is bound to. */
const CLOSING_BOUND = 'account_closing'
const AT_ONCE = 100

export interface ClosingParts extends ChangeParts {
  clock: MarketClock
  checkPassword: CheckPassword
  stepUp: StepUp
  sessions: Pick<SessionKeeper, 'forget'>
  /** Lists photos as deleted and removes their files. */
  erasePhotos(photos: readonly DeletedPhoto[]): Promise<void>
}

/** Closes accounts. */
export interface Closing {
  /** Whether the account is closing, and what is in the way. */
  state(userId: bigint): Promise<{ closesAt: TimeMs | null; obstacles: ClosingObstacle[] }>
  /** Begins to close an account, and returns when it is closed. Throws `Rejected`. */
  ask(asked: AskedInSession, proof: FactorProof | null): Promise<{ closesAt: TimeMs }>
  /** Cancels it. Succeeds too if the account is not closing. */
  keep(caller: InSession): Promise<void>
  /** Closes the accounts whose days are over and that nothing is in the way of. */
  sweep(): Promise<void>
}

/** Creates the functions that close accounts. */
export function createClosing(parts: ClosingParts): Closing {
  const { db, clock, checkPassword, stepUp, sessions, erasePhotos } = parts

  const close = async (userId: bigint): Promise<void> => {
    const closed = await changeUser(parts, userId, async (tx) => ({
      value: await closeDue(tx, userId, clock.now()),
      events: [],
    }))
    if (closed === null) return
    sessions.forget(closed.sessions)
    // After the commit, as of every deleted photo: the next start removes files that a crash left.
    await erasePhotos(closed.photos)
  }

  return {
    state: async (userId) => {
      const { closes_at, obstacles } = await selectClosing(db, userId)
      return { closesAt: closes_at === null ? null : timeMs.parse(Number(closes_at)), obstacles }
    },
    ask: async (asked, proof) => {
      const { userId } = asked
      await checkPassword('login', asked)
      await stepUp.mustBring(userId, proof)
      const attempt = { userId, proof, bound: CLOSING_BOUND, purpose: 'manage' } as const
      const closesAt = await stepUp.withProof(attempt, (use) =>
        changeUser(parts, userId, async (tx) => {
          const { events: used } = await use(tx)
          const sentAt = clock.now()
          const value = await askToClose(tx, asked, sentAt)
          const params = { until: value.toString() }
          const event = await sendMessage(tx, { userId, kind: 'account_closing', params, sentAt })
          return { value, events: [...used, event] }
        }),
      )
      return { closesAt: timeMs.parse(closesAt) }
    },
    keep: (caller) =>
      changeUser(parts, caller.userId, async (tx) => {
        const sentAt = clock.now()
        if (!(await keep(tx, caller, sentAt))) return { value: undefined, events: [] }
        const message = { userId: caller.userId, kind: 'account_kept', params: {}, sentAt } as const
        return { value: undefined, events: [await sendMessage(tx, message)] }
      }),
    sweep: async () => {
      const atMs = clock.now()
      for (let after = 0n; ; ) {
        const due = await selectDue(db, { atMs, after, limit: AT_ONCE })
        for (const userId of due) await close(userId)
        const last = due.at(-1)
        if (last === undefined || due.length < AT_ONCE) return
        after = last
      }
    },
  }
}
