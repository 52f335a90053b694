/** Deciding an identity, as an operator or the practice reviewer does, and what they see of it in full. */
import type { RejectReason } from '#contract/review.ts'
import { PHOTO_RETENTION_MS } from '#contract/verification.ts'
import type { DeskBell } from '#server/desk/desk-bell.ts'
import { profileChanged } from '#server/identity/profile.ts'
import { changeUser } from '#server/ledger/user-transaction.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/hub.ts'
import type { Vault } from '#server/platform/vault.ts'
import * as store from '#server/verification/verification-store.ts'

export interface ReviewParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  desk: DeskBell
}

export interface Decision {
  id: bigint
  decision: 'approve' | 'reject'
  /** Null when approving, and only then. */
  reason: RejectReason | null
  /** As it stands in the operator log. */
  actor: string
  atMs: number
}

async function decide(tx: Queryable, userId: bigint, it: Decision) {
  const value = await store.moveVerification(tx, {
    id: it.id,
    to: it.decision === 'approve' ? 'verified' : 'rejected',
    actor: it.actor,
    reason: it.reason,
    atMs: it.atMs,
    photosUntilMs: it.atMs + PHOTO_RETENTION_MS,
  })
  const message = await sendMessage(tx, {
    userId,
    kind: it.reason === null ? 'verification_verified' : 'verification_rejected',
    params: it.reason === null ? {} : { reason: it.reason },
    sentAt: it.atMs,
  })
  return { value, events: [message, await profileChanged(tx, userId)] }
}

/** Throws `not_found`, or `document_moved_on` when somebody decided before. */
export async function decideVerification(
  { db, hub, desk }: ReviewParts,
  it: Decision,
): Promise<store.VerificationRow> {
  if ((it.decision === 'approve') !== (it.reason === null)) {
    throw new Error('a rejection has a reason, an approval none')
  }
  const known = await store.selectVerification(db, it.id)
  if (known === undefined) throw new Rejected('not_found')
  const { user_id: userId } = known
  const row = await changeUser({ db, hub }, userId, (tx) => decide(tx, userId, it))
  desk.changed()
  return row
}

/** Name and number in full; the caller logs the look. Null once their key is destroyed. */
export async function openIdentity(
  tx: Queryable,
  vault: Vault,
  row: Pick<store.VerificationRow, 'key_id' | 'name_sealed' | 'id_number_sealed'>,
): Promise<{ name: string; idNumber: string } | null> {
  const name = await vault.open(tx, row.key_id, row.name_sealed)
  const idNumber = await vault.open(tx, row.key_id, row.id_number_sealed)
  if (name === null || idNumber === null) return null
  return { name: name.toString(), idNumber: idNumber.toString() }
}
