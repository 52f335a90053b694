/** The SQL of the history of log-ins. */
import type { Queryable } from '#server/platform/database.ts'

export interface LogInRow {
  id: bigint
  at: bigint
  succeeded: boolean
  known: boolean
  user_agent: string
  address: string
}

export interface NewLogIn {
  userId: bigint
  atMs: number
  succeeded: boolean
  /** Whether the device had logged in to this account before. */
  known: boolean
  userAgent: string
  address: string
}

/** Keeps at most `most` of the same outcome since `sinceMs`, so that nobody floods another's history. */
export async function insertLogIn(
  db: Queryable,
  it: NewLogIn,
  bound: { most: number; sinceMs: number },
): Promise<void> {
  await db.query(
    `insert into log_ins (user_id, at, succeeded, known, user_agent, address)
     select $1, $2, $3, $4, $5, $6 where $7 > (
       select count(*) from log_ins where user_id = $1 and at > $8 and succeeded = $3)`,
    [
      it.userId,
      it.atMs,
      it.succeeded,
      it.known,
      it.userAgent,
      it.address,
      bound.most,
      bound.sinceMs,
    ],
  )
}

/** Newest first, below `before`. */
export const selectLogIns = (
  db: Queryable,
  userId: bigint,
  page: { before: bigint | null; limit: number },
): Promise<LogInRow[]> =>
  db.query<LogInRow>(
    `select id, at, succeeded, known, user_agent, address from log_ins
     where user_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [userId, page.before, page.limit],
  )

export async function deleteLogIns(db: Queryable, beforeMs: number): Promise<void> {
  await db.query('delete from log_ins where at < $1', [beforeMs])
}
