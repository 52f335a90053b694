/** The verification of a user's identity for other areas: whether it is verified, and the user's masked view. */
import { type Verification, verification } from '#contract/verification.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Vault } from '#server/platform/vault.ts'
import {
  selectIsVerified,
  selectLatestVerification,
  type VerificationRow,
} from '#server/profile/profile-store.ts'

const moment = (ms: bigint | null): number | null => (ms === null ? null : Number(ms))

const NONE: Verification = {
  status: 'none',
  name: null,
  nationality: null,
  idNumber: null,
  submittedAt: null,
  decidedAt: null,
  reviewer: null,
  reason: null,
  photosUntil: null,
}

/** Whether the user's identity is verified. */
export const isVerified = (tx: Queryable, userId: bigint): Promise<boolean> =>
  selectIsVerified(tx, userId)

/** The name of the verified identity, or of the one in review. Null if the user has neither. */
export async function identityNameOf(
  tx: Queryable,
  vault: Vault,
  userId: bigint,
): Promise<string | null> {
  const row = await selectLatestVerification(tx, userId)
  if (row === undefined || row.status === 'rejected') return null
  const name = await vault.open(tx, row.key_id, row.name_sealed)
  return name === null ? null : name.toString()
}

/** The user's masked view of the verification. */
export async function verificationOf(tx: Queryable, userId: bigint): Promise<Verification> {
  const row = await selectLatestVerification(tx, userId)
  if (row === undefined) return NONE
  return verification.parse({
    status: row.status,
    name: row.name_mask,
    nationality: row.nationality,
    idNumber: row.id_number_mask,
    submittedAt: moment(row.submitted_at),
    decidedAt: moment(row.decided_at),
    reviewer: row.reviewer,
    reason: row.reason,
    // The row keeps the announced date. If the user deleted the photos earlier, there is none.
    photosUntil: row.photos_kept ? moment(row.photos_until) : null,
  })
}

/** Decrypts name and number in full. The caller logs the view. Null if their key was destroyed. */
export async function openIdentity(
  tx: Queryable,
  vault: Vault,
  row: Pick<VerificationRow, 'key_id' | 'name_sealed' | 'id_number_sealed'>,
): Promise<{ name: string; idNumber: string } | null> {
  const name = await vault.open(tx, row.key_id, row.name_sealed)
  const idNumber = await vault.open(tx, row.key_id, row.id_number_sealed)
  if (name === null || idNumber === null) return null
  return { name: name.toString(), idNumber: idNumber.toString() }
}
