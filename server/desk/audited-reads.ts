/** Data that operators see in full. Every view is recorded in the operator log before anything is shown. */
import { MINUTE_MS } from '#contract/time.ts'
import type { z } from 'zod'
import { deskVerificationDetail, type deskWithdrawalDetail } from '#contract/desk.ts'
import type { ActKind } from '#contract/records.ts'
import { logAct } from '#server/platform/operator-log.ts'
import { selectQueued } from '#server/documents/documents-store.ts'
import { KINDS, type ViewParts } from '#server/documents/kinds.ts'
import { selectSealedForm } from '#server/payout/payout-store.ts'
import { openForm } from '#server/payout/sealed-form.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { found, Rejected } from '#server/platform/errors.ts'
import { documentId } from '#server/platform/db/pages.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import { type KeptPhotoRow, selectKeptPhotos } from '#server/verification/photo-store.ts'
import type { Photos } from '#server/verification/photos.ts'
import { openIdentity } from '#server/profile/verification.ts'
import { selectSameDocument } from '#server/verification/verification-store.ts'

/** What views need. */
export interface LookParts extends ViewParts {
  db: Database
  clock: MarketClock
  photos: Pick<Photos, 'open'>
}

type Withdrawal = z.output<typeof deskWithdrawalDetail>
/** Views in full, by an operator for the log. */
export interface AuditedReads {
  verification(id: string, actor: Actor): Promise<z.output<typeof deskVerificationDetail>>
  withdrawal(id: string, actor: Actor): Promise<Withdrawal>
  /**
   * Returns the photo's bytes. Throws `photo_reason_required` once its case is decided, until this operator gives a
   * reason.
   */
  photo(id: string, actor: Actor): Promise<Buffer>
  /** Permits this operator to see the photo for ten minutes. The reason is logged. */
  reopenPhoto(view: { id: string; actor: Actor; why: string }): Promise<void>
}

const SAME_DOCUMENT_MAX = 20
const REOPENED_MS = 10 * MINUTE_MS

async function verificationDetail(parts: LookParts, tx: Queryable, id: string) {
  const row = found(await selectQueued(tx, 'verification', id))
  const kept = await selectKeptPhotos(tx, [row.front_photo, row.back_photo])
  const photo = (photoId: bigint): string | null =>
    kept.some((each) => each.id === photoId) ? photoId.toString() : null
  const identity = await openIdentity(tx, parts.vault, row)
  const shown = deskVerificationDetail.parse({
    ...(await KINDS.verification.view(tx, row, parts)),
    name: identity?.name ?? row.name_mask,
    idNumber: identity?.idNumber ?? row.id_number_mask,
    sameDocument: await selectSameDocument(tx, row, SAME_DOCUMENT_MAX),
    frontPhoto: photo(row.front_photo),
    backPhoto: photo(row.back_photo),
  })
  return { shown, userId: row.user_id, ref: id }
}

async function withdrawalDetail(parts: LookParts, tx: Queryable, id: string) {
  const row = found(await selectQueued(tx, 'withdrawal', id))
  const sealed = found(await selectSealedForm(tx, row.payout_account))
  const shown: Withdrawal = {
    ...(await KINDS.withdrawal.view(tx, row, parts)),
    payTo: await openForm(tx, parts.vault, sealed),
  }
  return { shown, userId: row.user_id, ref: id }
}

/** Whether this operator gave a reason for the photo recently. */
async function isReopened(
  db: Queryable,
  { id, user_id }: KeptPhotoRow,
  { actor, sinceMs }: { actor: Actor; sinceMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from operator_log where user_id = $1 and actor = $2 and act = 'photo_reopened'
      and ref = $3 and at > $4 limit 1`,
    [user_id, actor.name, id.toString(), sinceMs],
  )
  return rows.length > 0
}

/** Creates the views. */
export function createAuditedReads(parts: LookParts): AuditedReads {
  const { db, clock, photos } = parts
  const keptPhoto = async (id: string): Promise<KeptPhotoRow> =>
    found((await selectKeptPhotos(db, [documentId(id)]))[0])
  const logged = <T>(
    actor: Actor,
    act: ActKind,
    read: (tx: Queryable) => Promise<{ shown: T; userId: bigint; ref: string }>,
  ): Promise<T> =>
    db.transaction(async (tx) => {
      const { shown, userId, ref } = await read(tx)
      await logAct(tx, { atMs: clock.now(), actor, act, userId, ref })
      return shown
    })
  return {
    verification: (id, actor) =>
      logged(actor, 'verification_viewed', (tx) => verificationDetail(parts, tx, id)),
    withdrawal: (id, actor) =>
      logged(actor, 'payout_viewed', (tx) => withdrawalDetail(parts, tx, id)),
    photo: async (id, actor) => {
      const kept = await keptPhoto(id)
      const sinceMs = clock.now() - REOPENED_MS
      if (!kept.open && !(await isReopened(db, kept, { actor, sinceMs }))) {
        throw new Rejected('photo_reason_required')
      }
      const { id: photoId, user_id: userId } = kept
      const bytes = await photos.open({ photoId, userId: null })
      return logged(actor, 'photo_viewed', async () => ({ shown: bytes, userId, ref: id }))
    },
    reopenPhoto: async ({ id, actor, why }) => {
      const { user_id: userId } = await keptPhoto(id)
      const act = { atMs: clock.now(), actor, act: 'photo_reopened', userId, ref: id } as const
      await db.transaction((tx) => logAct(tx, { ...act, reason: why }))
    },
  }
}
