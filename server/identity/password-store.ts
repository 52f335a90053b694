/** The SQL of passwords. A change requires the hash of the old password. */
import type { Queryable } from '#server/platform/db/database.ts'

/** The two passwords of a user. */
export type PasswordKind = 'login' | 'trading'

/** The hashes of a user's passwords. */
export interface Passwords {
  account: string
  login: string
  trading: string
}

/** Reads a user's hashes. */
export async function selectPasswords(
  db: Queryable,
  userId: bigint,
): Promise<Passwords | undefined> {
  const [row] = await db.query<Passwords>(
    `select account, password_hash as login, trading_password_hash as trading
     from users where id = $1`,
    [userId],
  )
  return row
}

/** Replaces a password. False if it has changed meanwhile. */
export async function replacePassword(
  tx: Queryable,
  change: { userId: bigint; kind: PasswordKind; oldHash: string; newHash: string },
): Promise<boolean> {
  const [row] = await tx.query<{ done: boolean }>(
    'select change_password($1, $2, $3, $4) as done',
    [change.userId, change.kind, change.oldHash, change.newHash],
  )
  return row?.done === true
}
