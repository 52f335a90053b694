/** The SQL of deposits. */
import type { DepositStatus } from '#contract/cashier.ts'
import { selectOutboxHead } from '#server/ledger/outbox-store.ts'
import type { DepositRow } from '#server/cashier/documents.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

export interface NewDeposit {
  userId: bigint
  method: string
  amount: bigint
  proof: bigint | null
  atMs: number
  inReview: number
  daily: number
}

function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('a deposit moved without a row')
  return row
}

/** The caller holds the user's mutex. Throws FT409 for what the limits refuse. */
export async function insertDeposit(tx: Queryable, it: NewDeposit): Promise<DepositRow> {
  const rows = await tx.query<DepositRow>(
    'select * from open_deposit($1, $2, $3, $4, $5, $6, $7)',
    [it.userId, it.method, it.amount, it.proof, it.atMs, it.inReview, it.daily],
  )
  return one(rows)
}

export interface DepositMove {
  id: bigint
  to: Exclude<DepositStatus, 'submitted'>
  /** Null: the user. */
  actor: string | null
  reason: string | null
  atMs: number
}
/** The caller holds the user's mutex. Throws FT409 when the deposit stands elsewhere by now. */
export async function moveDeposit(tx: Queryable, it: DepositMove): Promise<DepositRow> {
  const rows = await tx.query<DepositRow>('select * from move_deposit($1, $2, $3, $4, $5)', [
    it.id,
    it.to,
    it.actor,
    it.reason,
    it.atMs,
  ])
  return one(rows)
}

/** One that is known to be there. */
export async function selectDeposit(tx: Queryable, id: bigint): Promise<DepositRow> {
  return one(await tx.query<DepositRow>('select * from deposits where id = $1', [id]))
}

export async function selectDepositOwner(db: Queryable, id: bigint): Promise<bigint | undefined> {
  const [row] = await db.query<{ user_id: bigint }>('select user_id from deposits where id = $1', [
    id,
  ])
  return row?.user_id
}

export async function countDeposits(
  db: Queryable,
  userId: bigint,
  sinceMs: number,
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    'select count(*)::int as n from deposits where user_id = $1 and created_at >= $2',
    [userId, sinceMs],
  )
  return row?.n ?? 0
}

export interface DepositPage {
  /** Null: all. */
  statuses: readonly DepositStatus[] | null
  before: bigint
  limit: number
}
/** Newest first. */
export function selectDeposits(
  db: Queryable,
  userId: bigint,
  page: DepositPage,
): Promise<DepositRow[]> {
  return db.query<DepositRow>(
    `select d.*, exists (
        select 1 from photos p where p.id = d.proof and p.deleted_at is not null
      ) as proof_expired from deposits d
      where user_id = $1 and id < $2 and ($3::text[] is null or status = any ($3))
      order by id desc limit $4`,
    [userId, page.before, page.statuses, page.limit],
  )
}

/** The newest with the outbox number that includes them, of one moment. */
export function selectDepositsSnapshot(
  db: Database,
  userId: bigint,
  page: DepositPage,
): Promise<{ seq: bigint; rows: DepositRow[] }> {
  return db.snapshot(async (tx) => ({
    seq: await selectOutboxHead(tx, userId, 'deposits'),
    rows: await selectDeposits(tx, userId, page),
  }))
}
