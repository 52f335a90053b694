/** The SQL of closing accounts. Functions of the database do it (server/sql/functions/closing.sql). */
import { z } from 'zod/mini'
import type { ClosingObstacle } from '#contract/closing.ts'
import type { InSession } from '#server/identity/factor-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** Whether an account is closing, and what is in the way. */
export interface ClosingState {
  closes_at: bigint | null
  obstacles: ClosingObstacle[]
}

/** Reads whether an account is closing, and what is in the way. */
export async function selectClosing(db: Queryable, userId: bigint): Promise<ClosingState> {
  const [row] = await db.query<ClosingState>(
    `select closing_obstacles($1) as obstacles, (select closes_at from account_closings
       where user_id = $1 and kept_at is null) as closes_at`,
    [userId],
  )
  if (row === undefined) throw new Error('a closing was read without a row')
  return row
}

/** Begins to close an account, and returns when it is closed. The caller holds the user's mutex. */
export async function askToClose(
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  atMs: number,
): Promise<number> {
  const [row] = await tx.query<{ ends: bigint }>('select ask_to_close($1, $2, $3) as ends', [
    userId,
    sessionSecret,
    atMs,
  ])
  return Number(row?.ends)
}

/** Cancels a closing. False if there is none. The caller holds the user's mutex. */
export async function keep(
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  atMs: number,
): Promise<boolean> {
  const [row] = await tx.query<{ kept: boolean }>('select keep_account($1, $2, $3) as kept', [
    userId,
    sessionSecret,
    atMs,
  ])
  return row?.kept === true
}

/** The next accounts whose days are over, in order of their numbers. */
export async function selectDue(
  db: Queryable,
  due: { atMs: number; after: bigint; limit: number },
): Promise<bigint[]> {
  const rows = await db.query<{ user_id: bigint }>(
    `select user_id from account_closings
     where kept_at is null and closed_at is null and closes_at <= $1 and user_id > $2
     order by user_id limit $3`,
    [due.atMs, due.after, due.limit],
  )
  return rows.map(({ user_id }) => user_id)
}

const gonePhotos = z.array(z.object({ id: z.string(), createdAt: z.number() }))

/** What is left to do after an account was closed. */
export interface Closed {
  sessions: bigint[]
  photos: { id: bigint; createdAt: number }[]
}

/** Closes an account. Null if it is not due, or something is in the way. The caller holds the user's mutex. */
export async function closeDue(
  tx: Queryable<'app'>,
  userId: bigint,
  atMs: number,
): Promise<Closed | null> {
  const [row] = await tx.query<{ ended: bigint[]; photos: unknown }>(
    'select * from close_account($1, $2)',
    [userId, atMs],
  )
  if (row === undefined) return null
  const photos = gonePhotos.parse(row.photos)
  return {
    sessions: row.ended,
    photos: photos.map(({ id, createdAt }) => ({ id: BigInt(id), createdAt })),
  }
}
