/** The SQL of practice money, and of new deposits and withdrawals. */
import type { DepositRow, WithdrawalRow } from '#server/documents/rows.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** The state of a user's practice money on one day. */
export interface PracticeDay {
  /** The reference of today's transfer (UTC). It is unique, so there is one transfer per day. */
  ref: string
  taken: boolean
  /** The start of the next day, in ms. */
  next_at: bigint
}

/** Reads the state of a user's practice money. */
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

/** A deposit to insert. */
export interface NewDeposit {
  userId: bigint
  method: string
  amount: bigint
  proof: bigint | null
  atMs: number
  inReview: number
  daily: number
}

/** Inserts a deposit. The caller holds the user's mutex. Throws FT409 if the limits refuse it. */
export async function insertDeposit(tx: Queryable, deposit: NewDeposit): Promise<DepositRow> {
  const rows = await tx.query<DepositRow>(
    'select * from open_deposit($1, $2, $3, $4, $5, $6, $7)',
    [
      deposit.userId,
      deposit.method,
      deposit.amount,
      deposit.proof,
      deposit.atMs,
      deposit.inReview,
      deposit.daily,
    ],
  )
  return one(rows)
}

/** A withdrawal to insert. */
export interface NewWithdrawal {
  userId: bigint
  amount: bigint
  fee: bigint
  destination: { id: bigint; kind: string; bank: string; numberMask: string }
  atMs: number
  inReview: number
  daily: number
}

/** Inserts a withdrawal. The caller holds the user's mutex. Throws FT409 if the balance or the limits refuse it. */
export async function insertWithdrawal(
  tx: Queryable,
  withdrawal: NewWithdrawal,
): Promise<WithdrawalRow> {
  const { destination } = withdrawal
  // Encodes bigint as text, which `jsonb_populate_record` reads exactly.
  const row = {
    user_id: withdrawal.userId.toString(),
    amount: withdrawal.amount.toString(),
    fee: withdrawal.fee.toString(),
    payout_account: destination.id.toString(),
    destination_kind: destination.kind,
    destination_bank: destination.bank,
    destination_number: destination.numberMask,
    created_at: withdrawal.atMs,
  }
  const rows = await tx.query<WithdrawalRow>('select * from open_withdrawal($1, $2, $3)', [
    JSON.stringify(row),
    withdrawal.inReview,
    withdrawal.daily,
  ])
  return one(rows)
}
