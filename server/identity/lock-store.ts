/** The SQL of locked accounts. Functions of the database lock and unlock them (server/sql/functions/locks.sql). */
import type { InSession } from '#server/identity/factor-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'

/** Why an owner locks the account. `login`: because of a message about its security. */
export type LockReason = 'owner' | 'login'

/** Whether a user's account is locked. Callers who have not compared the password must not learn it. */
export async function isLocked(db: Queryable, userId: bigint): Promise<boolean> {
  const [row] = await db.query<{ locked: boolean }>('select is_locked($1) as locked', [userId])
  return row?.locked === true
}

/**
 * Locks the account of a live session and returns its ended sessions. The caller holds the user's mutex. Throws
 * `identity_not_verified` if no recovery could unlock it.
 */
export async function lockOwn(
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  lock: { reason: LockReason; atMs: number },
): Promise<bigint[]> {
  const values = [userId, sessionSecret, lock.reason, lock.atMs]
  const [row] = await translated(
    tx.query<{ ended: bigint[] }>('select lock_own_account($1, $2, $3, $4) as ended', values),
  )
  return row?.ended ?? []
}
