/** The SQL of the history of log-ins. */
import type { Queryable } from '#server/platform/db/database.ts'

/** A line of the history. */
export interface LogInRow {
  id: bigint
  at: bigint
  succeeded: boolean
  known: boolean
  user_agent: string
  address: string
  refused: boolean
  times: number
  last_at: bigint | null
  places: number
}

/** A failed attempt to insert. The database itself adds the log-ins that succeed. */
export interface FailedLogIn {
  userId: bigint
  atMs: number
  /** Whether the device had logged in to this account before. */
  known: boolean
  userAgent: string
  address: string
}

/** Inserts a failed attempt, unless the hour has too many, so that no attacker can flood a user's history. */
export async function insertFailedLogIn(db: Queryable, logIn: FailedLogIn): Promise<void> {
  const { userId, atMs, known, userAgent, address } = logIn
  const values = [userId, atMs, known, userAgent, address]
  await db.query('select note_failed_log_in($1, $2, $3, $4, $5)', values)
}

/** Reads lines with ids below `before`, newest first. */
export const selectLogIns = (
  db: Queryable,
  userId: bigint,
  page: { before: bigint | null; limit: number },
): Promise<LogInRow[]> =>
  db.query<LogInRow>(
    `select id, at, succeeded, known, user_agent, address, refused, times, last_at,
       greatest(cardinality(addresses), 1) as places from log_ins
     where user_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [userId, page.before, page.limit],
  )

/** Deletes lines that are older than 180 days. */
export async function deleteLogIns(db: Queryable, nowMs: number): Promise<void> {
  await db.query('select sweep_log_ins($1)', [nowMs])
}

/** The ids of existing users among account names in lower case. */
export const selectUserIds = (
  db: Queryable,
  accounts: readonly string[],
): Promise<{ id: bigint; account_key: string }[]> =>
  db.query('select id, account_key from users where account_key = any ($1)', [accounts])

/** Refused attempts that are summed up in one line. */
export interface RefusedLogIns {
  userId: bigint
  times: number
  addresses: readonly string[]
  /** The user agent of the last attempt. */
  userAgent: string
  address: string
  atMs: number
}

/** Adds to the refused line of this hour, or inserts one. The caller holds the user's mutex. */
export async function addRefused(tx: Queryable, refused: RefusedLogIns): Promise<void> {
  const { userId, times, atMs, userAgent, address, addresses } = refused
  const values = [userId, times, atMs, userAgent, address, addresses]
  await tx.query('select note_refused_log_ins($1, $2, $3, $4, $5, $6)', values)
}

/** What an owner has not been notified of. */
export interface Alarm {
  untold: number
  told_at: bigint | null
}

/** Adds attempts of which the owner has not been notified. A few attempts of long ago are dropped. */
export async function addUntold(
  tx: Queryable,
  failures: { userId: bigint; times: number; atMs: number },
  forget: { fewerThan: number; beforeMs: number },
): Promise<Alarm> {
  const [row] = await tx.query<Alarm>(
    `insert into log_in_alarms as a (user_id, untold, since) values ($1, $2, $3)
     on conflict (user_id) do update set
       untold = case when a.untold < $4 and a.since < $5 then $2 else a.untold + $2 end,
       since = case when a.untold = 0 or (a.untold < $4 and a.since < $5) then $3 else a.since end
     returning untold, told_at`,
    [failures.userId, failures.times, failures.atMs, forget.fewerThan, forget.beforeMs],
  )
  if (row === undefined) throw new Error('an alarm was kept without a row')
  return row
}

/** Reads what a user has not been notified of. */
export async function selectAlarm(tx: Queryable, userId: bigint): Promise<Alarm | undefined> {
  const [row] = await tx.query<Alarm>(
    'select untold, told_at from log_in_alarms where user_id = $1',
    [userId],
  )
  return row
}

/** Stores that the user was notified. */
export async function markTold(tx: Queryable, userId: bigint, atMs: number): Promise<void> {
  await tx.query('update log_in_alarms set untold = 0, told_at = $2 where user_id = $1', [
    userId,
    atMs,
  ])
}

/** Users who were last notified before `toldBeforeMs` and have new attempts to be notified of. */
export async function selectDueAlarms(
  db: Queryable,
  due: { atLeast: number; toldBeforeMs: number; limit: number },
): Promise<bigint[]> {
  const rows = await db.query<{ user_id: bigint }>(
    `select user_id from log_in_alarms
     where untold > 0 and untold >= $1 and told_at <= $2 order by user_id limit $3`,
    [due.atLeast, due.toldBeforeMs, due.limit],
  )
  return rows.map(({ user_id }) => user_id)
}

/** Whether a user has opened a session before the newest one. */
export async function hadSession(db: Queryable, userId: bigint): Promise<boolean> {
  const rows = await db.query('select 1 from sessions where user_id = $1 limit 2', [userId])
  return rows.length > 1
}
