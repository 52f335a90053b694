/**
 * The SQL of operators and their sessions. The server's role reads operators, and cannot create, change or unlock them.
 */
import type { OperatorEvidence } from '#server/identity/evidence.ts'
import type { Queryable } from '#server/platform/db/database.ts'

export interface OperatorRow {
  id: bigint
  name: string
  created_at: bigint
  disabled_at: bigint | null
}

const COLUMNS = 'id, name, created_at, disabled_at'

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

export interface OperatorSessionRow {
  id: bigint
  operator_id: bigint
  name: string
  active_at: bigint
}

export interface NewDeskSession {
  operatorId: bigint
  secretHash: Buffer
  nowMs: number
  expiresMs: number
  proof: OperatorEvidence
}

/** Opens a session by a verified proof, and logs it. False if the proof was used before. */
export async function openDeskSession(db: Queryable, session: NewDeskSession): Promise<boolean> {
  const [row] = await db.query<{ opened: boolean }>(
    'select open_desk_session($1, $2, $3, $4, $5) as opened',
    [
      session.operatorId,
      session.secretHash,
      session.nowMs,
      session.expiresMs,
      JSON.stringify(session.proof),
    ],
  )
  return row?.opened ?? false
}

/** Finds a session that is not ended, idle or expired, of an operator who is not disabled. */
export async function liveDeskSession(
  db: Queryable,
  secret: string,
  nowMs: number,
): Promise<OperatorSessionRow | undefined> {
  const [row] = await db.query<OperatorSessionRow>('select * from live_desk_session($1, $2)', [
    secret,
    nowMs,
  ])
  return row
}

/** Stores the latest activity of a live session. */
export async function touchDeskSession(
  db: Queryable,
  secret: string,
  nowMs: number,
): Promise<void> {
  await db.query('select touch_desk_session($1, $2)', [secret, nowMs])
}

/** When the operator last logged in, in ms. 0 if never. */
export async function lastDeskLogIn(db: Queryable, operatorId: bigint): Promise<bigint> {
  const [row] = await db.query<{ at: bigint }>(
    `select coalesce(max(created_at), 0) as at from operator_sessions where operator_id = $1`,
    [operatorId],
  )
  return row?.at ?? 0n
}

/** Ends a session. Returns its id, undefined if it has ended before. */
export async function revokeDeskSession(
  db: Queryable,
  secret: string,
  nowMs: number,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint | null }>('select end_desk_session($1, $2) as id', [
    secret,
    nowMs,
  ])
  return row?.id ?? undefined
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
