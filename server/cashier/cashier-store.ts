/** The SQL of practice money, and of new deposits and withdrawals. */
import type { DepositRow, WithdrawalRow } from '#server/documents/rows.ts'
import type { UserEvidence } from '#server/identity/evidence.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/**
 * Credits a user's practice money of today and returns the amount. The caller holds the user's mutex. Throws FT409
 * `practice_taken`, `practice_disabled`.
 */
export async function takePracticeMoney(
  tx: Queryable,
  userId: bigint,
  atMs: number,
): Promise<bigint> {
  const rows = await tx.query<{ amount: bigint }>('select take_practice_money($1, $2) as amount', [
    userId,
    atMs,
  ])
  return one(rows).amount
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
  /** Null if no second factor is on. */
  proof: UserEvidence | null
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
  const rows = await tx.query<WithdrawalRow>('select * from open_withdrawal($1, $2, $3, $4)', [
    JSON.stringify(row),
    withdrawal.inReview,
    withdrawal.daily,
    withdrawal.proof === null ? null : JSON.stringify(withdrawal.proof),
  ])
  return one(rows)
}
