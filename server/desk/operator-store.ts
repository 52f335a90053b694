/** Operators and their sessions as rows. The server's role reads operators and never makes, changes or unlocks one. */
import type { Queryable } from '#server/platform/database.ts'

export interface OperatorRow {
  id: bigint
  name: string
  password_hash: string
  created_at: bigint
  disabled_at: bigint | null
}

const COLUMNS = 'id, name, password_hash, created_at, disabled_at'

export async function operatorByName(
  db: Queryable,
  name: string,
): Promise<OperatorRow | undefined> {
  const [row] = await db.query<OperatorRow>(`select ${COLUMNS} from operators where name = $1`, [
    name,
  ])
  return row
}

export async function operatorById(db: Queryable, id: bigint): Promise<OperatorRow | undefined> {
  const [row] = await db.query<OperatorRow>(`select ${COLUMNS} from operators where id = $1`, [id])
  return row
}

export const allOperators = (db: Queryable): Promise<OperatorRow[]> =>
  db.query<OperatorRow>(`select ${COLUMNS} from operators order by name`)

/** As the owner of the tables: the command line's. Unique: name. */
export async function insertOperator(
  owner: Queryable,
  it: { name: string; passwordHash: string; atMs: number },
): Promise<void> {
  await owner.query('insert into operators (name, password_hash, created_at) values ($1, $2, $3)', [
    it.name,
    it.passwordHash,
    it.atMs,
  ])
}

/** As the owner of the tables. False: no such operator, or disabled before. */
export async function disableOperator(
  owner: Queryable,
  name: string,
  atMs: number,
): Promise<boolean> {
  const rows = await owner.query<{ id: bigint }>(
    'update operators set disabled_at = $2 where name = $1 and disabled_at is null returning id',
    [name, atMs],
  )
  for (const { id } of rows) {
    await owner.query(
      'update operator_sessions set revoked_at = $2 where operator_id = $1 and revoked_at is null',
      [id, atMs],
    )
  }
  return rows.length === 1
}

export interface OperatorSessionRow {
  id: bigint
  operator_id: bigint
  name: string
}

export async function insertDeskSession(
  db: Queryable,
  it: { operatorId: bigint; secretHash: Buffer; nowMs: number; expiresMs: number },
): Promise<void> {
  await db.query(
    `insert into operator_sessions (operator_id, secret_hash, created_at, expires_at)
      values ($1, $2, $3, $4)`,
    [it.operatorId, it.secretHash, it.nowMs, it.expiresMs],
  )
}

/** Neither ended nor past its time, of an operator who still is one. */
export async function liveDeskSession(
  db: Queryable,
  secretHash: Buffer,
  nowMs: number,
): Promise<OperatorSessionRow | undefined> {
  const [row] = await db.query<OperatorSessionRow>(
    `select s.id, s.operator_id, o.name from operator_sessions s
      join operators o on o.id = s.operator_id
      where s.secret_hash = $1 and s.revoked_at is null and s.expires_at > $2
        and o.disabled_at is null`,
    [secretHash, nowMs],
  )
  return row
}

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

/** Of the last day's: those that ended, by whatever hand. Two shifts are longer than any session lives. */
export async function deskSessionsEnded(db: Queryable, nowMs: number): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    `select id from operator_sessions
      where created_at > $1 - 2 * (expires_at - created_at)
        and (revoked_at is not null or expires_at <= $1)`,
    [nowMs],
  )
  return rows.map(({ id }) => id)
}
