/** The operator log: one line an act, in the act's own transaction and as its last lock; read by anyone it concerns. */
import { pageLimit } from '#contract/endpoint.ts'
import { type Act, type ActKind, act, reasonsOf } from '#contract/records.ts'
import { LARGEST_ID } from '#server/platform/db/pages.ts'
import type { Queryable } from '#server/platform/db/database.ts'

export interface LoggedAct {
  atMs: number
  actor: string
  act: ActKind
  /** Null: nobody in particular. */
  userId: bigint | null
  ref?: string
  /** One from the list, or the operator's own words; null: none. */
  reason?: string | null
}

/** The last lock that its transaction takes: whatever else it locks, it locks before. */
export async function logAct(tx: Queryable, it: LoggedAct): Promise<void> {
  await tx.query('select log_act($1, $2, $3, $4, $5, $6)', [
    it.atMs,
    it.actor,
    it.act,
    it.userId,
    it.ref ?? '',
    it.reason ?? '',
  ])
}

/** As `logAct`, unless this actor's log has the very same look already. */
export async function logFirstLook(
  tx: Queryable,
  it: LoggedAct & { userId: bigint; ref: string },
): Promise<void> {
  const known = await tx.query(
    `select 1 from operator_log where user_id = $1 and actor = $2 and act = $3 and ref = $4 limit 1`,
    [it.userId, it.actor, it.act, it.ref],
  )
  if (known.length === 0) await logAct(tx, it)
}

export interface ActRow {
  seq: bigint
  at: bigint
  actor: string
  act: string
  ref: string
  reason: string
  previous_hash: Buffer
  hash: Buffer
  format: number
}

/** Throws when the row is no act by the contract. */
export const actOfRow = (row: ActRow): Act =>
  act.parse({
    seq: row.seq.toString(),
    at: Number(row.at),
    actor: row.actor,
    act: row.act,
    ref: row.ref,
    ...reasonsOf(row.act, row.reason),
    previousHash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
    format: row.format,
  })

export interface LogPage {
  actor?: string | undefined
  before?: string | undefined
}

/** Newest first, with whom each concerns. */
export async function readLog(db: Queryable, { actor, before }: LogPage) {
  const asked = before === undefined ? LARGEST_ID : BigInt(before)
  const rows = await db.query<ActRow & { account: string | null }>(
    `select l.*, u.account from operator_log l left join users u on u.id = l.user_id
      where l.seq < $1 and ($2::text is null or l.actor = $2) order by l.seq desc limit $3`,
    [asked > LARGEST_ID ? LARGEST_ID : asked, actor ?? null, pageLimit + 1],
  )
  const acts = rows.slice(0, pageLimit).map((row) => ({ ...actOfRow(row), account: row.account }))
  return { acts, next: rows.length > pageLimit ? (acts.at(-1)?.seq ?? null) : null }
}

/** Newest first, those that concern one user; `before` null: from the newest on. */
export async function actsOf(
  db: Queryable,
  userId: bigint,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<Act[]> {
  const rows = await db.query<ActRow>(
    'select * from operator_log where user_id = $1 and seq < $2 order by seq desc limit $3',
    [userId, before === null || before > LARGEST_ID ? LARGEST_ID : before, limit],
  )
  return rows.map(actOfRow)
}
