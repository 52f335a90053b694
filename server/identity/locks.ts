/** Locks an account for its owner: all sessions end, and only a recovery with verified documents unlocks it. */
import type { InSession } from '#server/identity/factor-store.ts'
import { lockOwn, type LockReason } from '#server/identity/lock-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'

export interface LockParts extends ChangeParts {
  clock: MarketClock
  sessions: Pick<SessionKeeper, 'forget'>
}

/** A request to lock an account. */
interface LockAsk extends InSession {
  reason: LockReason
}

/** Locks an account. Throws `identity_not_verified` if no recovery could unlock it. */
export type LockAccount = (ask: LockAsk) => Promise<void>

/** Creates the function that locks accounts. */
export function createLocks(parts: LockParts): LockAccount {
  const { clock, sessions } = parts
  return async (ask) => {
    const { userId, reason } = ask
    const ended = await changeUser(parts, userId, async (tx) => {
      const sentAt = clock.now()
      const value = await lockOwn(tx, ask, { reason, atMs: sentAt })
      const event = await sendMessage(tx, { userId, kind: 'account_locked', params: {}, sentAt })
      return { value, events: [event] }
    })
    sessions.forget(ended)
  }
}
