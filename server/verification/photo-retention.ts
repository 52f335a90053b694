/**
 * Deletes photos: on the user's request, when their retention ends, when they come back with an older copy of the data,
 * and when a crash left a file behind.
 */
import { DAY_MS } from '#contract/time.ts'
import { type TimeMs, timeMs } from '#contract/scalars.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { PHOTO_ORPHAN_MS } from '#contract/verification.ts'
import { deletionText, type DeletedPhoto } from '#rules/deletion.ts'
import { profileChanged } from '#server/profile/profile.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { changeUser } from '#server/platform/user-transaction.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Signer } from '#server/platform/signer.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { DeletedPhotos } from '#server/verification/deleted-photos.ts'
import type { PhotoFiles } from '#server/verification/photo-files.ts'
import * as store from '#server/verification/photo-store.ts'
import { selectLatestVerification } from '#server/profile/profile-store.ts'

export interface RetentionParts {
  db: Database
  clock: MarketClock
  vault: Vault
  files: PhotoFiles
  deleted: DeletedPhotos
  signer: Pick<Signer, 'sign' | 'keyId'>
  hub: Pick<SocketHub, 'deliver'>
  /** How many days proofs of deposits and pictures for customer service are kept after their case. */
  pictureDays: number
}

/** Deletes photos. */
export interface PhotoRetention {
  /**
   * Deletes a user's photos. Returns the server's signed statement, or null if there were none. Throws
   * `verification_pending` while a review needs them. Repeated calls succeed.
   */
  deleteOf(userId: bigint): Promise<{ deletedAt: TimeMs; statement: SignedText | null }>
  /** Deletes those of the photos that are stored, although they were deleted before. */
  deleteReturned(photos: readonly DeletedPhoto[]): Promise<void>
  /** Deletes the photos of the list that came back, and lists all that were ever deleted. Call this at the start. */
  compare(): Promise<void>
  /**
   * Deletes photos that no form named within a day, and those whose verification or case has been closed for long
   * enough.
   */
  sweep(): Promise<void>
  /** Deletes files without a row, which a crash may leave. Call this only while nothing is being added. */
  removeStrays(): Promise<void>
}

/** Deletes photos of a user that `mark` marks as deleted: rows, keys and files. Returns them. */
type End = (
  userId: bigint,
  atMs: number,
  mark: (tx: Queryable) => Promise<store.GonePhoto[]>,
) => Promise<readonly DeletedPhoto[]>

function deletionOf(parts: RetentionParts): End {
  const { vault, files } = parts

  /** Destroys each key with the last photo that it encrypted, so that no copy of a file can be read either. */
  const forget = async (tx: Queryable, gone: readonly store.GonePhoto[], atMs: number) => {
    const keys = new Set(gone.map(({ keyId }) => keyId))
    for (const id of await store.selectIdleKeys(tx, [...keys])) await vault.destroy(tx, id, atMs)
  }

  return async (userId, atMs, mark) => {
    const gone = await changeUser(parts, userId, async (tx) => {
      const marked = await mark(tx)
      await forget(tx, marked, atMs)
      const events = marked.length > 0 ? [await profileChanged(tx, userId)] : []
      return { value: marked, events }
    })
    // After the commit: a later sweep removes a file without a row, but a row without its file would be wrong.
    await files.erase(gone)
    return gone
  }
}

/** Creates the functions that delete photos. */
export function createPhotoRetention(parts: RetentionParts): PhotoRetention {
  const { db, clock, files, deleted, signer, pictureDays } = parts
  const end = deletionOf(parts)

  const deleteReturned = async (photos: readonly DeletedPhoto[]): Promise<void> => {
    const atMs = clock.now()
    for (const userId of await store.selectOwners(db, photos)) {
      await end(userId, atMs, (tx) => store.deleteListed(tx, photos, { userId, atMs }))
    }
  }
  const signed = (atMs: number, photos: readonly DeletedPhoto[]): SignedText => {
    const text = deletionText({ atMs, photos })
    return { text, signature: signer.sign(text), keyId: signer.keyId }
  }

  return {
    deleteReturned,
    compare: async () => {
      const listed = await deleted.read()
      await deleteReturned(listed)
      const known = new Set(listed.map(({ id, createdAt }) => `${id} ${createdAt}`))
      const stored = await store.selectDeleted(db)
      await deleted.add(stored.filter(({ id, createdAt }) => !known.has(`${id} ${createdAt}`)))
    },
    deleteOf: async (userId) => {
      const atMs = clock.now()
      const gone = await end(userId, atMs, async (tx) => {
        const latest = await selectLatestVerification(tx, userId)
        if (latest?.status === 'verifying') throw new Rejected('verification_pending')
        return store.deleteIdentityPhotos(tx, userId, atMs)
      })
      return {
        deletedAt: timeMs.parse(atMs),
        statement: gone.length === 0 ? null : signed(atMs, gone),
      }
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
