/** The SQL of the profile topic: what one user's row and the rows around it say. */
import type { Queryable } from '#server/platform/db/database.ts'

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

/** The caller holds the user's mutex. */
export async function raiseProfileVersion(tx: Queryable, userId: bigint): Promise<void> {
  await tx.query('update users set profile_version = profile_version + 1 where id = $1', [userId])
}

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

export const selectPasskeyLines = (tx: Queryable, userId: bigint): Promise<PasskeyLine[]> =>
  tx.query<PasskeyLine>(
    `select id, name, created_at, last_used_at, removal_at from passkeys where user_id = $1
     order by created_at, id`,
    [userId],
  )
