/** The end of photos: when the user deletes them, when their time is over, and when a crash left a file behind. */
import { type TimeMs, timeMs } from '#contract/scalars.ts'
import { PHOTO_ORPHAN_MS } from '#contract/verification.ts'
import { profileChanged } from '#server/profile/profile.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { changeUser } from '#server/platform/user-transaction.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { PhotoFiles } from '#server/verification/photo-files.ts'
import * as store from '#server/verification/photo-store.ts'
import { selectLatestVerification } from '#server/profile/profile-store.ts'

const DAY_MS = 86_400_000

export interface RetentionParts {
  db: Database
  clock: MarketClock
  vault: Vault
  files: PhotoFiles
  hub: Pick<SocketHub, 'deliver'>
  /** How long proofs of deposits and pictures for customer service outlive their case. */
  pictureDays: number
}

export interface PhotoRetention {
  /** Throws `verification_pending` while a review needs them. Deleting what is gone already is no fault. */
  deleteOf(userId: bigint): Promise<TimeMs>
  /** What nobody named within a day, and what a decided verification or a closed case keeps no longer. */
  sweep(): Promise<void>
  /** Files without a row, as a crash leaves them; only while nothing is being added. */
  removeStrays(): Promise<void>
}

export function createPhotoRetention(parts: RetentionParts): PhotoRetention {
  const { db, clock, vault, files, pictureDays } = parts

  /** The keys go with the last photo they sealed: then no copy of a file can be read either. */
  const forget = async (tx: Queryable, gone: readonly store.GonePhoto[], atMs: number) => {
    const keys = new Set(gone.map(({ key_id }) => key_id))
    for (const id of await store.selectIdleKeys(tx, [...keys])) await vault.destroy(tx, id, atMs)
  }

  const end = async (
    userId: bigint,
    atMs: number,
    mark: (tx: Queryable) => Promise<store.GonePhoto[]>,
  ): Promise<void> => {
    const gone = await changeUser(parts, userId, async (tx) => {
      const marked = await mark(tx)
      await forget(tx, marked, atMs)
      const events = marked.length > 0 ? [await profileChanged(tx, userId)] : []
      return { value: marked, events }
    })
    // After the commit: a file without its row is swept later, a row without its file would be a lie.
    await files.remove(gone.map(({ id }) => id))
  }

  return {
    deleteOf: async (userId) => {
      const atMs = clock.now()
      await end(userId, atMs, async (tx) => {
        const latest = await selectLatestVerification(tx, userId)
        if (latest?.status === 'verifying') throw new Rejected('verification_pending')
        return store.deleteIdentityPhotos(tx, userId, atMs)
      })
      return timeMs.parse(atMs)
    },
    sweep: async () => {
      const atMs = clock.now()
      const unclaimedBefore = atMs - PHOTO_ORPHAN_MS
      const due = { unclaimedBefore, atMs, closedBefore: atMs - pictureDays * DAY_MS }
      for (const userId of await store.selectDueUsers(db, due)) {
        await end(userId, atMs, (tx) => store.deleteDue(tx, userId, due))
      }
    },
    removeStrays: async () => {
      const there = await files.list()
      const kept = new Set(await store.selectKept(db, there))
      await files.remove(there.filter((id) => !kept.has(id)))
    },
  }
}
