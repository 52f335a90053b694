/** The SQL of verifications: sent in and looked up. */
import type { Queryable } from '#server/platform/db/database.ts'

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

/** The newest of a user, with whether its photos are still there. */
export type LatestVerification = VerificationRow & { photos_kept: boolean }

export async function selectLatest(
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

export async function selectIsVerified(tx: Queryable, userId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from verifications where user_id = $1 and status = 'verified'`,
    [userId],
  )
  return rows.length > 0
}

export interface NewVerification {
  userId: bigint
  nationality: string
  keyId: bigint
  nameSealed: Buffer
  idNumberSealed: Buffer
  nameMask: string
  idNumberMask: string
  documentDigest: Buffer
  frontPhoto: bigint
  backPhoto: bigint
  submittedAt: number
}

export async function insertVerification(tx: Queryable, it: NewVerification): Promise<void> {
  await tx.query(
    `insert into verifications (user_id, nationality, key_id, name_sealed, id_number_sealed,
        name_mask, id_number_mask, document_digest, front_photo, back_photo, status, submitted_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'verifying', $11)`,
    [
      it.userId,
      it.nationality,
      it.keyId,
      it.nameSealed,
      it.idNumberSealed,
      it.nameMask,
      it.idNumberMask,
      it.documentDigest,
      it.frontPhoto,
      it.backPhoto,
      it.submittedAt,
    ],
  )
}

/** Accounts of others that sent in the same document. */
export async function selectSameDocument(
  db: Queryable,
  row: { user_id: bigint; document_digest: Buffer },
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ account: string }>(
    `select distinct u.account from verifications v join users u on u.id = v.user_id
      where v.document_digest = $1 and v.user_id <> $2 order by u.account limit $3`,
    [row.document_digest, row.user_id, limit],
  )
  return rows.map(({ account }) => account)
}
