/** The SQL of payout accounts, except reading the current one, and of changes that operators propose. */
import type { PayoutAccount } from '#contract/payout.ts'
import type { DocumentStatus } from '#rules/documents.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/**
 * Reads the encrypted form of an account, current or replaced: a withdrawal is paid to the account for which it was
 * requested.
 */
export async function selectSealedForm(
  tx: Queryable,
  id: bigint,
): Promise<{ key_id: bigint; form_sealed: Buffer } | undefined> {
  const [row] = await tx.query<{ key_id: bigint; form_sealed: Buffer }>(
    'select key_id, form_sealed from payout_accounts where id = $1',
    [id],
  )
  return row
}

/** A payout account to insert. */
export interface NewPayoutAccount {
  userId: bigint
  kind: PayoutAccount['kind']
  nationality: string
  keyId: bigint
  formSealed: Buffer
  holderMask: string
  bank: string
  numberMask: string
  addressMask: string | null
  setAt: number
  heldUntil: number | null
}

/** Inserts a payout account. */
export async function insertPayoutAccount(tx: Queryable, account: NewPayoutAccount): Promise<void> {
  await tx.query(
    `insert into payout_accounts (user_id, kind, nationality, key_id, form_sealed, holder_mask,
        bank, number_mask, address_mask, set_at, held_until)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      account.userId,
      account.kind,
      account.nationality,
      account.keyId,
      account.formSealed,
      account.holderMask,
      account.bank,
      account.numberMask,
      account.addressMask,
      account.setAt,
      account.heldUntil,
    ],
  )
}

/** Marks the current account as replaced. */
export async function replaceCurrent(tx: Queryable, userId: bigint, atMs: number): Promise<void> {
  await tx.query(
    'update payout_accounts set replaced_at = $2 where user_id = $1 and replaced_at is null',
    [userId, atMs],
  )
}

/** Whether a change awaits a decision. */
export async function selectIsChangeWaiting(tx: Queryable, userId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from payout_changes where user_id = $1 and status = 'proposed'`,
    [userId],
  )
  return rows.length > 0
}

/** A proposed change. */
export interface PayoutChangeRow {
  id: bigint
  user_id: bigint
  key_id: bigint
  form_sealed: Buffer
  why: string
  status: DocumentStatus['payout_change']
  proposed_by: string
  proposed_at: bigint
  decided_by: string | null
  decided_at: bigint | null
}

/** A change to insert. */
export interface NewChange {
  userId: bigint
  keyId: bigint
  formSealed: Buffer
  why: string
  actor: string
  atMs: number
}

/** Inserts a change. */
export async function insertChange(tx: Queryable, change: NewChange): Promise<PayoutChangeRow> {
  const [row] = await tx.query<PayoutChangeRow>(
    `insert into payout_changes (user_id, key_id, form_sealed, why, status, proposed_by, proposed_at)
      values ($1, $2, $3, $4, 'proposed', $5, $6) returning *`,
    [change.userId, change.keyId, change.formSealed, change.why, change.actor, change.atMs],
  )
  if (row === undefined) throw new Error('a change was inserted without a row')
  return row
}
