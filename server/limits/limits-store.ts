/** The SQL of own limits: a user's rows as last changed, and the history that the tables keep. */
import type { Queryable } from '#server/platform/db/database.ts'

/** A limit of a user. */
export interface LimitRow {
  kind: string
  value: bigint | null
  next_value: bigint | null
  next_at: bigint | null
  changed_at: bigint
}
/** A change in the history. */
export interface ChangeRow extends Omit<LimitRow, 'changed_at'> {
  id: bigint
  at: bigint
}

/** Reads a user's limits. A guest has none, but is excluded while a user of the device is on a break at `atMs`. */
export const selectLimits = (db: Queryable, userId: bigint, atMs: number): Promise<LimitRow[]> =>
  db.query<LimitRow>(
    `select kind, value, next_value, next_at, changed_at from own_limits where user_id = $1
      union all
      select 'exclusion', until, null, null, 0 from guest_paused_until($1, $2) until
        where until is not null`,
    [userId, atMs],
  )

/** The id of the newest change. 0 before the first. It increases under the user's mutex. */
export async function selectVersion(db: Queryable, userId: bigint): Promise<bigint> {
  const [row] = await db.query<{ version: bigint }>(
    'select coalesce(max(id), 0) as version from own_limit_changes where user_id = $1',
    [userId],
  )
  return row?.version ?? 0n
}

/** Reads a user's changes, newest first. */
export const selectChanges = (db: Queryable, userId: bigint, limit: number): Promise<ChangeRow[]> =>
  db.query<ChangeRow>(
    `select id, kind, value, next_value, next_at, at from own_limit_changes
      where user_id = $1 order by id desc limit $2`,
    [userId, limit],
  )

/** Whose limit is set, by the secret of the user's session, which the database checks. */
export interface LimitOwner {
  userId: bigint
  secret: string
}

export interface LimitWrite extends Omit<LimitRow, 'next_at' | 'changed_at'> {
  owner: LimitOwner
  nextAt: number | null
  atMs: number
}
/**
 * Stores a limit. The caller holds the user's mutex. Throws FT409 without a live session, and FT900 if it would loosen
 * a limit early.
 */
export async function writeLimit(tx: Queryable, limit: LimitWrite): Promise<void> {
  const { owner, kind, value, next_value, nextAt, atMs } = limit
  await tx.query('select set_own_limit($1, $2, $3, $4, $5, $6, $7)', [
    owner.userId,
    owner.secret,
    kind,
    value,
    next_value,
    nextAt,
    atMs,
  ])
}

/** When the user's self-exclusion ends, in ms. Null if there is none or it is over. */
export async function selectExcludedUntil(
  tx: Queryable,
  userId: bigint,
  atMs: number,
): Promise<number | null> {
  const [row] = await tx.query<{ value: bigint }>(
    "select value from own_limits where user_id = $1 and kind = 'exclusion' and value > $2",
    [userId, atMs],
  )
  return row === undefined ? null : Number(row.value)
}
