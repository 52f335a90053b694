/** Locks an account for its owner: all sessions end, and only a recovery with verified documents unlocks it. */
import type { InSession } from '#server/identity/factor-store.ts'
import { lockOwn, type LockReason } from '#server/identity/lock-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import { selectLatestVerification } from '#server/profile/profile-store.ts'

export interface LockParts extends ChangeParts {
  clock: MarketClock
  sessions: Pick<SessionKeeper, 'forget'>
}

/** A request to lock an account. */
interface LockAsk extends InSession {
  reason: LockReason
  /** Whether the user said that there is no way back without verified documents. */
  noWayBack: boolean
}

/** Locks an account. Throws `identity_not_verified` if its user has no way back and did not say so. */
export type LockAccount = (ask: LockAsk) => Promise<void>

/** Creates the function that locks accounts. */
export function createLocks(parts: LockParts): LockAccount {
  const { clock, sessions } = parts
  return async (ask) => {
    const { userId, reason, noWayBack } = ask
    const ended = await changeUser(parts, userId, async (tx) => {
      const verified = (await selectLatestVerification(tx, userId))?.status === 'verified'
      if (!verified && !noWayBack) throw new Rejected('identity_not_verified')
      const sentAt = clock.now()
      const value = await lockOwn(tx, ask, { reason, atMs: sentAt })
      const event = await sendMessage(tx, { userId, kind: 'account_locked', params: {}, sentAt })
      return { value, events: [event] }
    })
    sessions.forget(ended)
  }
}
