/** What a user receives when a second factor is added or removed: a message and the current profile. */
import { HOUR_MS } from '#contract/time.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

/** A change of a user's second factors. */
export interface FactorChange {
  userId: bigint
  /** `log_in`: whether a log-in requires a second factor. */
  factor: 'totp' | 'passkey' | 'log_in'
  change: 'added' | 'removed'
  atMs: number
}

/** How long withdrawals are held, so that the owner can see the message and object. SQL has the same length. */
export const FACTOR_CHANGE_HOLD_MS = 48 * HOUR_MS

/**
 * Holds withdrawals after a change that no second factor proved although one was on. Otherwise anyone who knows the
 * passwords could bypass it. The caller holds the user's mutex, has stored the factor, and calls `factorEvents`
 * afterwards. `passkeyId`: null for an authenticator app.
 */
export const holdWithdrawals = (
  tx: Queryable,
  { userId, passkeyId }: { userId: bigint; passkeyId: string | null },
): Promise<unknown> => tx.query('select hold_for_factor($1, $2)', [userId, passkeyId])

/** The events that notify the user. The caller holds the user's mutex. */
export async function factorEvents(
  tx: Queryable,
  { userId, factor, change, atMs }: FactorChange,
): Promise<OutboxEvent[]> {
  const params = { factor, change }
  const told = await sendMessage(tx, { userId, kind: 'factor_changed', params, sentAt: atMs })
  return [told, await profileChanged(tx, userId)]
}
