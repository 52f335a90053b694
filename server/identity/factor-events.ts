/** What a user is told when a second factor comes or goes: a message, and the profile as it is now. */
import { setFactorAtLogIn } from '#server/identity/identity-store.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

export interface FactorChange {
  userId: bigint
  /** `log_in`: whether the log-in asks for one. */
  factor: 'totp' | 'passkey' | 'log_in'
  change: 'added' | 'removed'
  atMs: number
}

/** Long enough for the owner to see the message and object. */
export const FACTOR_CHANGE_HOLD_MS = 48 * 3_600_000

/**
 * For a change that no second factor proved though one was on: who knows the passwords alone would otherwise pass by
 * it. The caller holds the user's mutex, and calls `factorEvents` afterwards.
 */
async function holdWithdrawals(tx: Queryable, userId: bigint, atMs: number): Promise<void> {
  await tx.query('update users set withdrawals_held_until = $2 where id = $1', [
    userId,
    atMs + FACTOR_CHANGE_HOLD_MS,
  ])
}

/**
 * The first factor is asked for at log-in from then on; one more beside it (`guarded`) holds withdrawals. The caller
 * holds the user's mutex, and calls `factorEvents` afterwards.
 */
export async function factorAdded(
  tx: Queryable,
  { userId, guarded, atMs }: { userId: bigint; guarded: boolean; atMs: number },
): Promise<void> {
  if (guarded) await holdWithdrawals(tx, userId, atMs)
  else await setFactorAtLogIn(tx, userId, true)
}

/** The caller holds the user's mutex. */
export async function factorEvents(
  tx: Queryable,
  { userId, factor, change, atMs }: FactorChange,
): Promise<OutboxEvent[]> {
  const params = { factor, change }
  const told = await sendMessage(tx, { userId, kind: 'factor_changed', params, sentAt: atMs })
  return [told, await profileChanged(tx, userId)]
}
