/** The SQL of practice money, and of deposits and withdrawals as they begin. */
import type { DepositRow, WithdrawalRow } from '#server/documents/rows.ts'
import type { Queryable } from '#server/platform/db/database.ts'

export interface PracticeDay {
  /** Of today's transfer (UTC): one a day for ever. */
  ref: string
  taken: boolean
  /** When the next day begins, ms. */
  next_at: bigint
}

export async function selectPracticeDay(
  tx: Queryable,
  userId: bigint,
  atMs: number,
): Promise<PracticeDay> {
  const [row] = await tx.query<PracticeDay>(
    `select ref, next_utc_day_ms($2) as next_at, exists (
        select 1 from transfers where kind = 'practice_issue' and transfers.ref = today.ref
      ) as taken
      from practice_ref($1, $2) today (ref)`,
    [userId, atMs],
  )
  if (row === undefined) throw new Error('no practice day')
  return row
}

function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('a document began without a row')
  return row
}

export interface NewDeposit {
  userId: bigint
  method: string
  amount: bigint
  proof: bigint | null
  atMs: number
  inReview: number
  daily: number
}

/** The caller holds the user's mutex. Throws FT409 for what the limits refuse. */
export async function insertDeposit(tx: Queryable, it: NewDeposit): Promise<DepositRow> {
  const rows = await tx.query<DepositRow>(
    'select * from open_deposit($1, $2, $3, $4, $5, $6, $7)',
    [it.userId, it.method, it.amount, it.proof, it.atMs, it.inReview, it.daily],
  )
  return one(rows)
}

export interface NewWithdrawal {
  userId: bigint
  amount: bigint
  fee: bigint
  destination: { id: bigint; kind: string; bank: string; numberMask: string }
  atMs: number
  inReview: number
  daily: number
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
