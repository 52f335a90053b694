/** Deposits, withdrawals and where they go, straight through the SQL functions, for tests of the ledger itself. */
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { seatOperator } from '#support/seats.ts'

/** Decides in the database of a test without a session, as in practice mode. */
const ACTOR = 'practice-reviewer'
const AT = 1_700_000_000_000
const MASK = '•••• 1234'
let moments = 0
const nextMoment = (): number => AT + (moments += 1)

/** A verified user's bank card whose sealed parts no one opens. */
export async function addPayoutAccount(
  owner: Queryable,
  userId: bigint,
  more: { heldUntil?: number; kind?: string } = {},
): Promise<bigint> {
  const [row] = await owner.query<{ id: bigint }>(
    `with key as (
      insert into user_keys (user_id, purpose, wrapped, created_at) values ($1, 'payout', '', 0)
      returning id
    ) insert into payout_accounts (user_id, kind, nationality, key_id, form_sealed, holder_mask,
      bank, number_mask, set_at, held_until)
    select $1, $2, 'DE', id, '', 'J•••', 'A bank', '${MASK}', 0, $3 from key returning id`,
    [userId, more.kind ?? 'bank_card', more.heldUntil ?? null],
  )
  if (row === undefined) throw new Error('no payout account was made')
  return row.id
}

/** Sent in and not yet decided; sealed parts that no one opens. */
export async function addIdentity(
  owner: Queryable,
  userId: bigint,
  { document, at }: { document: string; at: number },
): Promise<bigint> {
  const [row] = await owner.query<{ id: bigint }>(
    `with key as (
      insert into user_keys (user_id, purpose, wrapped, created_at) values ($1, 'identity', '', 0)
      returning id
    ), photo_key as (
      insert into user_keys (user_id, purpose, wrapped, created_at) values ($1, 'photos', '', 0)
      returning id
    ), front as (
      insert into photos (user_id, purpose, key_id, width, height, bytes, created_at, claimed_at)
      select $1, 'id_front', id, 1, 1, 1, 0, 0 from photo_key returning id
    ) insert into verifications (user_id, nationality, key_id, name_sealed, id_number_sealed,
      name_mask, id_number_mask, document_digest, front_photo, back_photo, status, submitted_at)
    select $1, 'DE', key.id, '', '', 'J•••', '•••• 12', sha256($2::bytea), front.id, front.id,
      'verifying', $3 from key, front returning id`,
    [userId, Buffer.from(document), at],
  )
  if (row === undefined) throw new Error('no identity was sent in')
  return row.id
}

/**
 * An identity that an operator approved. A server that reviews for practice sees it only when it is. `atMs`: when, of a
 * server that has signed checkpoints.
 */
export async function addVerified(
  owner: Database<never>,
  userId: bigint,
  atMs: number | null = null,
): Promise<void> {
  const { name, secret } = await seatOperator(owner, 'operator-room', atMs ?? AT)
  await owner.transaction(async (tx) => {
    const id = await addIdentity(tx, userId, { document: `of ${userId}`, at: 0 })
    await tx.query(`select move_verification($1, 'verified', $2, $3, null, $4, $4)`, [
      id,
      name,
      secret,
      atMs ?? nextMoment(),
    ])
  })
}

export const moveDepositRaw = (
  db: Queryable,
  id: bigint,
  to: string,
  at = nextMoment(),
): Promise<unknown> =>
  db.query('select move_deposit($1, $2, $3, null, $4, $5)', [
    id,
    to,
    to === 'cancelled' ? null : ACTOR,
    to === 'rejected' ? 'payment_differs' : null,
    at,
  ])
const moveWithdrawalRaw = (
  db: Queryable,
  id: bigint,
  to: string,
  at = nextMoment(),
): Promise<unknown> =>
  db.query('select move_withdrawal($1, $2, $3, null, $4, $5)', [
    id,
    to,
    to === 'cancelled' ? null : ACTOR,
    to === 'rejected' || to === 'bounced' ? 'customer_request' : null,
    at,
  ])

export interface RawDeposit {
  userId: bigint
  amount: bigint
  at?: number
  /** Where it goes after `submitted`. */
  steps?: readonly string[]
}
export async function depositRaw(db: Queryable, deposit: RawDeposit): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(
    "select id from open_deposit($1, 'bank_transfer', $2, null, $3, 1000, 1000)",
    [deposit.userId, deposit.amount, deposit.at ?? nextMoment()],
  )
  if (row === undefined) throw new Error('no deposit was made')
  for (const to of deposit.steps ?? []) await moveDepositRaw(db, row.id, to, deposit.at)
  return row.id
}

export interface RawWithdrawal {
  userId: bigint
  amount: bigint
  fee: bigint
  payout: bigint
  at?: number
  /** Where it goes after `requested`. */
  steps?: readonly string[]
}
export async function withdrawRaw(db: Queryable, withdrawal: RawWithdrawal): Promise<bigint> {
  const row = {
    user_id: `${withdrawal.userId}`,
    amount: `${withdrawal.amount}`,
    fee: `${withdrawal.fee}`,
    payout_account: `${withdrawal.payout}`,
    destination_kind: 'bank_card',
    destination_bank: 'A bank',
    destination_number: MASK,
    created_at: withdrawal.at ?? nextMoment(),
  }
  const [made] = await db.query<{ id: bigint }>(
    'select id from open_withdrawal($1, 1000, 1000, null)',
    [JSON.stringify(row)],
  )
  if (made === undefined) throw new Error('no withdrawal was made')
  for (const to of withdrawal.steps ?? []) await moveWithdrawalRaw(db, made.id, to, withdrawal.at)
  return made.id
}
