/** The SQL of payout accounts, except reading the current one, and of changes that operators propose. */
import type { PayoutAccount } from '#contract/payout.ts'
import type { DocumentStatus } from '#rules/documents.ts'
import type { SealedForm } from '#server/payout/sealed-form.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/session-reader.ts'

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

/** What of an account stays readable. */
export interface PayoutMasks {
  kind: PayoutAccount['kind']
  nationality: string
  holderMask: string
  bank: string
  numberMask: string
  addressMask: string | null
}
const masksJson = (masks: PayoutMasks) => ({
  kind: masks.kind,
  nationality: masks.nationality,
  holder_mask: masks.holderMask,
  bank: masks.bank,
  number_mask: masks.numberMask,
  address_mask: masks.addressMask,
})
const sealedJson = ({ keyId, formSealed }: SealedForm) => ({
  key_id: keyId.toString(),
  form_sealed: formSealed.toString('hex'),
})

/** The first payout account of a user. */
export interface NewPayoutAccount extends PayoutMasks, SealedForm {
  userId: bigint
  /** Of the user's session, which the database checks. */
  secret: string
  setAt: number
}

/** Stores the first payout account of a user. Throws FT409 if there is one. */
export async function insertPayoutAccount(tx: Queryable, account: NewPayoutAccount): Promise<void> {
  const row = {
    user_id: account.userId.toString(),
    ...masksJson(account),
    ...sealedJson(account),
    set_at: account.setAt,
  }
  await tx.query('select set_payout_account($1, $2)', [JSON.stringify(row), account.secret])
}

/** Sets the account of an approved change in place of the current one, and holds withdrawals. */
export async function applyPayoutChange(
  tx: Queryable,
  id: bigint,
  masks: PayoutMasks,
): Promise<void> {
  await tx.query('select apply_payout_change($1, $2)', [id, JSON.stringify(masksJson(masks))])
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

/** A change to propose. */
export interface NewChange extends SealedForm {
  userId: bigint
  why: string
  actor: Actor
  atMs: number
}

/** Stores and logs a proposal. Throws FT409 `not_logged_in` without a live session. */
export async function insertChange(tx: Queryable, change: NewChange): Promise<PayoutChangeRow> {
  const { userId, why, actor, atMs } = change
  const row = { user_id: userId.toString(), ...sealedJson(change), why, proposed_at: atMs }
  const [made] = await tx.query<PayoutChangeRow>(
    'select * from propose_payout_change($1, $2, $3)',
    [actor.name, actor.secret, JSON.stringify(row)],
  )
  if (made === undefined) throw new Error('a change was proposed without a row')
  return made
}
