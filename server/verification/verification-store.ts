/** The SQL of verifications, and of other accounts with the same document. */
import type { Queryable } from '#server/platform/db/database.ts'

/** A verification to insert. */
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

export async function insertVerification(
  tx: Queryable,
  verification: NewVerification,
): Promise<void> {
  await tx.query(
    `insert into verifications (user_id, nationality, key_id, name_sealed, id_number_sealed,
        name_mask, id_number_mask, document_digest, front_photo, back_photo, status, submitted_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'verifying', $11)`,
    [
      verification.userId,
      verification.nationality,
      verification.keyId,
      verification.nameSealed,
      verification.idNumberSealed,
      verification.nameMask,
      verification.idNumberMask,
      verification.documentDigest,
      verification.frontPhoto,
      verification.backPhoto,
      verification.submittedAt,
    ],
  )
}

/** Other accounts that submitted the same document. */
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
