/** The SQL of withdrawals. */
import type { WithdrawalStatus } from '#contract/cashier.ts'
import { selectOutboxHead } from '#server/ledger/outbox-store.ts'
import type { WithdrawalRow } from '#server/cashier/documents.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

export interface NewWithdrawal {
  userId: bigint
  amount: bigint
  fee: bigint
  destination: { id: bigint; kind: string; bank: string; numberMask: string }
  atMs: number
  inReview: number
  daily: number
}

function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('a withdrawal moved without a row')
  return row
}

/** The caller holds the user's mutex. Throws FT409 for what the balance or the limits refuse. */
export async function insertWithdrawal(tx: Queryable, it: NewWithdrawal): Promise<WithdrawalRow> {
  const { destination } = it
  // bigint as text: `jsonb_populate_record` reads it exactly.
  const row = {
    user_id: it.userId.toString(),
    amount: it.amount.toString(),
    fee: it.fee.toString(),
    payout_account: destination.id.toString(),
    destination_kind: destination.kind,
    destination_bank: destination.bank,
    destination_number: destination.numberMask,
    created_at: it.atMs,
  }
  const rows = await tx.query<WithdrawalRow>('select * from open_withdrawal($1, $2, $3)', [
    JSON.stringify(row),
    it.inReview,
    it.daily,
  ])
  return one(rows)
}

export interface WithdrawalMove {
  id: bigint
  to: Exclude<WithdrawalStatus, 'requested'>
  /** Null: the user. */
  actor: string | null
  reason: string | null
  atMs: number
}
/** The caller holds the user's mutex. Throws FT409 when the withdrawal stands elsewhere by now. */
export async function moveWithdrawal(tx: Queryable, it: WithdrawalMove): Promise<WithdrawalRow> {
  const rows = await tx.query<WithdrawalRow>('select * from move_withdrawal($1, $2, $3, $4, $5)', [
    it.id,
    it.to,
    it.actor,
    it.reason,
    it.atMs,
  ])
  return one(rows)
}

/** One that is known to be there. */
export async function selectWithdrawal(tx: Queryable, id: bigint): Promise<WithdrawalRow> {
  return one(await tx.query<WithdrawalRow>('select * from withdrawals where id = $1', [id]))
}

export async function selectWithdrawalOwner(
  db: Queryable,
  id: bigint,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ user_id: bigint }>(
    'select user_id from withdrawals where id = $1',
    [id],
  )
  return row?.user_id
}

export async function countWithdrawals(
  db: Queryable,
  userId: bigint,
  sinceMs: number,
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    'select count(*)::int as n from withdrawals where user_id = $1 and created_at >= $2',
    [userId, sinceMs],
  )
  return row?.n ?? 0
}

export interface WithdrawalPage {
  /** Null: all. */
  statuses: readonly WithdrawalStatus[] | null
  before: bigint
  limit: number
}
/** Newest first. */
export function selectWithdrawals(
  db: Queryable,
  userId: bigint,
  page: WithdrawalPage,
): Promise<WithdrawalRow[]> {
  return db.query<WithdrawalRow>(
    `select * from withdrawals
      where user_id = $1 and id < $2 and ($3::text[] is null or status = any ($3))
      order by id desc limit $4`,
    [userId, page.before, page.statuses, page.limit],
  )
}

/** The newest with the outbox number that includes them, of one moment. */
export function selectWithdrawalsSnapshot(
  db: Database,
  userId: bigint,
  page: WithdrawalPage,
): Promise<{ seq: bigint; rows: WithdrawalRow[] }> {
  return db.snapshot(async (tx) => ({
    seq: await selectOutboxHead(tx, userId, 'withdrawals'),
    rows: await selectWithdrawals(tx, userId, page),
  }))
}
