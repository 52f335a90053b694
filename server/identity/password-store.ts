/** The SQL of passwords: read to be checked, changed only by who knew the old one's hash. */
import type { Queryable } from '#server/platform/db/database.ts'

export type PasswordKind = 'login' | 'trading'

export interface Passwords {
  account: string
  login: string
  trading: string
}

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

/** False: it is another password by now. */
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
