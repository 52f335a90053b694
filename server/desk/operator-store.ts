/**
 * The SQL of operators and their sessions. The server's role reads operators, and cannot create, change or unlock them.
 */
import type { Queryable } from '#server/platform/db/database.ts'

/** An operator. */
export interface OperatorRow {
  id: bigint
  name: string
  password_hash: string
  created_at: bigint
  disabled_at: bigint | null
}

const COLUMNS = 'id, name, password_hash, created_at, disabled_at'

/** Finds an operator by name. */
export async function operatorByName(
  db: Queryable,
  name: string,
): Promise<OperatorRow | undefined> {
  const [row] = await db.query<OperatorRow>(`select ${COLUMNS} from operators where name = $1`, [
    name,
  ])
  return row
}

/** Finds an operator by id. */
export async function operatorById(db: Queryable, id: bigint): Promise<OperatorRow | undefined> {
  const [row] = await db.query<OperatorRow>(`select ${COLUMNS} from operators where id = $1`, [id])
  return row
}

/** All operators, and whether each has an authenticator secret. */
export const allOperators = (db: Queryable): Promise<(OperatorRow & { enrolled: boolean })[]> =>
  db.query<OperatorRow & { enrolled: boolean }>(
    `select ${COLUMNS}, exists (select 1 from operator_factors where operator_id = id) as enrolled
      from operators order by name`,
  )

/** Inserts an operator with a unique name. Runs as the owner of the tables, for the command line. */
export async function insertOperator(
  owner: Queryable,
  operator: { name: string; passwordHash: string; atMs: number },
): Promise<bigint> {
  const [row] = await owner.query<{ id: bigint }>(
    'insert into operators (name, password_hash, created_at) values ($1, $2, $3) returning id',
    [operator.name, operator.passwordHash, operator.atMs],
  )
  if (row === undefined) throw new Error('an operator was inserted without a row')
  return row.id
}

/**
 * Disables an operator. Runs as the owner of the tables. False if there is no such operator, or it was disabled before.
 */
export async function disableOperator(
  owner: Queryable,
  name: string,
  atMs: number,
): Promise<boolean> {
  const rows = await owner.query<{ id: bigint }>(
    'update operators set disabled_at = $2 where name = $1 and disabled_at is null returning id',
    [name, atMs],
  )
  for (const { id } of rows) await revokeDeskSessions(owner, id, atMs)
  return rows.length === 1
}

/** Ends all sessions of an operator. */
export async function revokeDeskSessions(db: Queryable, id: bigint, atMs: number): Promise<void> {
  await db.query(
    'update operator_sessions set revoked_at = $2 where operator_id = $1 and revoked_at is null',
    [id, atMs],
  )
}

/** A session of an operator. */
export interface OperatorSessionRow {
  id: bigint
  operator_id: bigint
  name: string
  active_at: bigint
}

/** Inserts a session. */
export async function insertDeskSession(
  db: Queryable,
  session: { operatorId: bigint; secretHash: Buffer; nowMs: number; expiresMs: number },
): Promise<void> {
  await db.query(
    `insert into operator_sessions (operator_id, secret_hash, created_at, active_at, expires_at)
      values ($1, $2, $3, $3, $4)`,
    [session.operatorId, session.secretHash, session.nowMs, session.expiresMs],
  )
}

/** Finds a session that is not ended, idle or expired, of an operator who is not disabled. */
export async function liveDeskSession(
  db: Queryable,
  secretHash: Buffer,
  { nowMs, activeAfter }: { nowMs: number; activeAfter: number },
): Promise<OperatorSessionRow | undefined> {
  const [row] = await db.query<OperatorSessionRow>(
    `select s.id, s.operator_id, o.name, s.active_at from operator_sessions s
      join operators o on o.id = s.operator_id
      where s.secret_hash = $1 and s.revoked_at is null and s.expires_at > $2
        and s.active_at > $3 and o.disabled_at is null`,
    [secretHash, nowMs, activeAfter],
  )
  return row
}

/** Stores the latest activity of a session. */
export async function touchDeskSession(db: Queryable, id: bigint, nowMs: number): Promise<void> {
  await db.query('update operator_sessions set active_at = greatest(active_at, $2) where id = $1', [
    id,
    nowMs,
  ])
}

/** When the operator last logged in, in ms. 0 if never. */
export async function lastDeskLogIn(db: Queryable, operatorId: bigint): Promise<bigint> {
  const [row] = await db.query<{ at: bigint }>(
    `select coalesce(max(created_at), 0) as at from operator_sessions where operator_id = $1`,
    [operatorId],
  )
  return row?.at ?? 0n
}

/** Ends a session. */
export async function revokeDeskSession(
  db: Queryable,
  secretHash: Buffer,
  nowMs: number,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(
    `update operator_sessions set revoked_at = $2
      where secret_hash = $1 and revoked_at is null returning id`,
    [secretHash, nowMs],
  )
  return row?.id
}

/** Sessions of the last day that have ended, in any process. A day is longer than any session lasts. */
export async function deskSessionsEnded(
  db: Queryable,
  { nowMs, activeAfter }: { nowMs: number; activeAfter: number },
): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    `select id from operator_sessions
      where created_at > $1 - 2 * (expires_at - created_at)
        and (revoked_at is not null or expires_at <= $1 or active_at <= $2)`,
    [nowMs, activeAfter],
  )
  return rows.map(({ id }) => id)
}
