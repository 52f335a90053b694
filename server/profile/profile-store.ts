/** The SQL of the profile: the user's row, the newest verification, the current payout account and the passkeys. */
import type { PayoutAccount } from '#contract/payout.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** The user's row. */
export interface ProfileRow {
  account: string
  nickname: string
  opening_code: string
  phone: string
  created_at: Date
  profile_version: bigint
  completed_payouts: number
  invited: number
  safety_word: string | null
  factor_at_log_in: boolean
  totp: boolean
  recovery_codes_left: number
}

export interface PasskeyLine {
  id: string
  name: string
  created_at: bigint
  last_used_at: bigint | null
  removal_at: bigint | null
}

/** Reads the user's row. */
export async function selectProfile(tx: Queryable, userId: bigint): Promise<ProfileRow> {
  const [row] = await tx.query<ProfileRow>(
    `select account, nickname, opening_code, phone, created_at, profile_version,
       safety_word, factor_at_log_in,
       (select count(*)::int from withdrawals w where w.user_id = u.id and w.status = 'paid')
         as completed_payouts,
       (select count(*)::int from users i where i.invited_by = u.id) as invited,
       exists (select 1 from totp_factors t where t.user_id = u.id and confirmed_at is not null)
         as totp,
       (select count(*)::int from recovery_codes r where r.user_id = u.id and used_at is null)
         as recovery_codes_left
     from users u where u.id = $1`,
    [userId],
  )
  if (row === undefined) throw new Error(`no user ${userId}`)
  return row
}

/** Reads the user's passkeys. */
export const selectPasskeyLines = (tx: Queryable, userId: bigint): Promise<PasskeyLine[]> =>
  tx.query<PasskeyLine>(
    `select id, name, created_at, last_used_at, removal_at from passkeys where user_id = $1
     order by created_at, id`,
    [userId],
  )

export interface VerificationRow {
  id: bigint
  user_id: bigint
  nationality: string
  key_id: bigint
  name_sealed: Buffer
  id_number_sealed: Buffer
  name_mask: string
  id_number_mask: string
  document_digest: Buffer
  front_photo: bigint
  back_photo: bigint
  status: 'verifying' | 'verified' | 'rejected'
  submitted_at: bigint
  decided_at: bigint | null
  reviewer: string | null
  reason: string | null
  photos_until: bigint | null
}

/** The newest verification of a user, and whether its photos still exist. */
export type LatestVerification = VerificationRow & { photos_kept: boolean }

/** Reads the newest verification of a user. */
export async function selectLatestVerification(
  tx: Queryable,
  userId: bigint,
): Promise<LatestVerification | undefined> {
  const [row] = await tx.query<LatestVerification>(
    `select v.*, exists (
        select 1 from photos p where p.id in (v.front_photo, v.back_photo) and p.deleted_at is null
      ) as photos_kept
      from verifications v where v.user_id = $1 order by v.id desc limit 1`,
    [userId],
  )
  return row
}

/** Whether the user's identity is verified. */
export async function selectIsVerified(tx: Queryable, userId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from verifications where user_id = $1 and status = 'verified'`,
    [userId],
  )
  return rows.length > 0
}

interface PayoutAccountRow {
  id: bigint
  kind: PayoutAccount['kind']
  nationality: string
  key_id: bigint
  form_sealed: Buffer
  holder_mask: string
  bank: string
  number_mask: string
  address_mask: string | null
  set_at: bigint
  /** The hold of the account or of its owner, whichever ends later. */
  held_until: bigint | null
}

/** Reads the current payout account of a user. */
export async function selectCurrentPayout(
  tx: Queryable,
  userId: bigint,
): Promise<PayoutAccountRow | undefined> {
  const [row] = await tx.query<PayoutAccountRow>(
    `select p.id, p.kind, p.nationality, p.key_id, p.form_sealed, p.holder_mask, p.bank,
        p.number_mask, p.address_mask, p.set_at,
        greatest(p.held_until, (
          select max(until) from withdrawal_holds h where h.user_id = p.user_id)) as held_until
      from payout_accounts p
      where p.user_id = $1 and p.replaced_at is null`,
    [userId],
  )
  return row
}
