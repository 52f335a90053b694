/**
 * The operator log: one row per act, written in the transaction of the act as its last lock. Users can read acts about
 * them.
 */
import { pageLimit } from '#contract/endpoint.ts'
import { type Act, type ActKind, act, reasonsOf } from '#contract/records.ts'
import { beforeId, MAX_ID } from '#server/platform/db/pages.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

export interface LoggedAct {
  atMs: number
  actor: Actor
  act: ActKind
  /** Null if the act concerns no particular user. */
  userId: bigint | null
  ref?: string
  /** One of the listed reasons, or the operator's own words. Null if no reason was given. */
  reason?: string | null
}

/**
 * Logs an act that no SQL function logs itself. This must be the last lock that its transaction takes. Throws FT409
 * `not_logged_in` without a live session.
 */
export async function logAct(tx: Queryable, act: LoggedAct): Promise<void> {
  const params = [
    act.atMs,
    act.actor.name,
    act.actor.secret,
    act.act,
    act.userId,
    act.ref ?? '',
    act.reason ?? '',
  ]
  await translated(tx.query('select record_act($1, $2, $3, $4, $5, $6, $7)', params))
}

/** The actor of these acts in the operator log. */
export const COMMAND_LINE = 'command-line'

/** Logs an act of the command line, as the owner of the tables. `name`: the operator whom it concerns. */
export async function logCommand(
  owner: Queryable,
  act: ActKind,
  { name, atMs }: { name: string; atMs: number },
): Promise<void> {
  await owner.query('select log_act($1, $2, $3, null, $4)', [atMs, COMMAND_LINE, act, name])
}

/** As `logAct`, unless this operator's log already has the same view. */
export async function logFirstLook(
  tx: Queryable,
  act: LoggedAct & { userId: bigint; ref: string },
): Promise<void> {
  const known = await tx.query(
    `select 1 from operator_log where user_id = $1 and actor = $2 and act = $3 and ref = $4 limit 1`,
    [act.userId, act.actor.name, act.act, act.ref],
  )
  if (known.length === 0) await logAct(tx, act)
}

export interface ActRow {
  seq: bigint
  at: bigint
  actor: string
  act: string
  ref: string
  user_id: bigint | null
  reason: string
  previous_hash: Buffer | null
  salt: string | null
  hash: Buffer
  format: number
  checkpoint: number | null
}

/** The number of acts that a checkpoint covers, as its index has it. */
const COVERED = `substring(c.text from 'operators ([0-9]+) ')::bigint`
const COLUMNS = `l.seq, l.at, l.actor, l.act, l.ref, l.user_id, l.reason, l.previous_hash, l.salt,
  l.hash, l.format, (select c.number::float8 from checkpoints c where ${COVERED} >= l.seq
    order by ${COVERED}, c.number limit 1) as checkpoint`

/** Throws when the row does not match the contract's act. */
const actOfRow = (row: ActRow): Act =>
  act.parse({
    seq: row.seq.toString(),
    at: Number(row.at),
    actor: row.actor,
    act: row.act,
    userNumber: row.user_id?.toString() ?? null,
    ref: row.ref,
    ...reasonsOf(row.act, row.reason),
    previousHash: row.previous_hash?.toString('hex') ?? null,
    salt: row.salt,
    hash: row.hash.toString('hex'),
    format: row.format,
    checkpoint: row.checkpoint,
  })

export interface LogPage {
  actor?: string | undefined
  before?: string | undefined
}

/** Lists acts, newest first, with the users they concern. */
export async function readLog(db: Queryable, { actor, before }: LogPage) {
  const rows = await db.query<ActRow & { account: string | null }>(
    `select ${COLUMNS}, u.account from operator_log l left join users u on u.id = l.user_id
      where l.seq < $1 and ($2::text is null or l.actor = $2) order by l.seq desc limit $3`,
    [beforeId(before), actor ?? null, pageLimit + 1],
  )
  const acts = rows.slice(0, pageLimit).map((row) => ({ ...actOfRow(row), account: row.account }))
  return { acts, next: rows.length > pageLimit ? (acts.at(-1)?.seq ?? null) : null }
}

/** Lists the acts that concern one user, newest first. `before` null: starts with the newest. */
export async function actsOf(
  db: Queryable,
  userId: bigint,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<Act[]> {
  const rows = await db.query<ActRow>(
    `select ${COLUMNS} from operator_log l where l.user_id = $1 and l.seq < $2
      order by l.seq desc limit $3`,
    [userId, before === null || before > MAX_ID ? MAX_ID : before, limit],
  )
  return rows.map(actOfRow)
}
