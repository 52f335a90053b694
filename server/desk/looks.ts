/** What operators see in full: every look stands in the operator log before anything is shown. */
import type { z } from 'zod'
import { deskVerificationDetail, type deskWithdrawalDetail } from '#contract/desk.ts'
import type { ActKind } from '#contract/records.ts'
import { documentId } from '#server/cashier/page.ts'
import { logAct } from '#server/desk/operator-log.ts'
import { found, verificationOf, withdrawalOf } from '#server/desk/queue-rows.ts'
import { selectKeptPhotos, selectQueued, selectSameDocument } from '#server/desk/queue-store.ts'
import { selectSealedForm } from '#server/payout/payout-store.ts'
import { openForm } from '#server/payout/sealed-form.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { Photos } from '#server/verification/photos.ts'
import { openIdentity } from '#server/verification/review.ts'

export interface LookParts {
  db: Database
  clock: MarketClock
  vault: Vault
  photos: Pick<Photos, 'open'>
}

type Withdrawal = z.output<typeof deskWithdrawalDetail>
export interface Looks {
  verification(id: string, actor: string): Promise<z.output<typeof deskVerificationDetail>>
  withdrawal(id: string, actor: string): Promise<Withdrawal>
  photo(id: string, actor: string): Promise<Buffer>
}

const SAME_DOCUMENT_MAX = 20

async function verificationDetail(vault: Vault, tx: Queryable, id: string) {
  const row = found(await selectQueued(tx, 'verifications', id))
  const kept = await selectKeptPhotos(tx, [row.front_photo, row.back_photo])
  const photo = (photoId: bigint): string | null =>
    kept.some((each) => each.id === photoId) ? photoId.toString() : null
  const identity = await openIdentity(tx, vault, row)
  const shown = deskVerificationDetail.parse({
    ...verificationOf(row),
    name: identity?.name ?? row.name_mask,
    idNumber: identity?.idNumber ?? row.id_number_mask,
    sameDocument: await selectSameDocument(tx, row, SAME_DOCUMENT_MAX),
    frontPhoto: photo(row.front_photo),
    backPhoto: photo(row.back_photo),
  })
  return { shown, userId: row.user_id, ref: id }
}

async function withdrawalDetail(vault: Vault, tx: Queryable, id: string) {
  const row = found(await selectQueued(tx, 'withdrawals', id))
  const sealed = found(await selectSealedForm(tx, row.payout_account))
  const shown: Withdrawal = { ...withdrawalOf(row), payTo: await openForm(tx, vault, sealed) }
  return { shown, userId: row.user_id, ref: id }
}

export function createLooks({ db, clock, vault, photos }: LookParts): Looks {
  const logged = <T>(
    actor: string,
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
      logged(actor, 'verification_viewed', (tx) => verificationDetail(vault, tx, id)),
    withdrawal: (id, actor) =>
      logged(actor, 'payout_viewed', (tx) => withdrawalDetail(vault, tx, id)),
    photo: async (id, actor) => {
      const [kept] = await selectKeptPhotos(db, [documentId(id)])
      const { id: photoId, user_id: userId } = found(kept)
      const bytes = await photos.open({ photoId, userId: null })
      return logged(actor, 'photo_viewed', async () => ({ shown: bytes, userId, ref: id }))
    },
  }
}
