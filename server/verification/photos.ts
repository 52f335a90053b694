/** Photos of users: converted, encrypted, stored as files, claimed by a form, and opened for those who may see them. */
import { photoId as photoIdSchema } from '#contract/scalars.ts'
import {
  PHOTO_DAY_BYTES,
  PHOTO_MAX_PIXELS,
  PHOTO_TOTAL_BYTES,
  type PhotoPurpose,
} from '#contract/verification.ts'
import { dayStartAt, nextDayStart } from '#rules/business-day.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { DatabaseGone, type Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { KeyPurpose, Vault } from '#server/platform/vault.ts'
import { createDecodeQueue } from '#server/verification/decode-queue.ts'
import type { PhotoFiles } from '#server/verification/photo-files.ts'
import { type Picture, pictureOf, pixelsOf } from '#server/verification/photo-picture.ts'
import * as store from '#server/verification/photo-store.ts'

export interface PhotoParts extends ChangeParts {
  clock: MarketClock
  vault: Vault
  files: PhotoFiles
  log: Logger
}

interface Upload {
  userId: bigint
  purpose: PhotoPurpose
  bytes: Buffer
}

/** The photos of users. */
export interface Photos {
  add(upload: Upload): Promise<ReturnType<typeof replyOf>>
  /**
   * Reads the WebP. Throws `not_found` and `photo_tampered`. `userId` null opens a photo of any user, for reviewers,
   * whose view the caller logs.
   */
  open(which: { photoId: bigint; userId: bigint | null }): Promise<Buffer>
}

/** A photo of the maximum size takes at most 60 MB to decode; one resized by a phone takes a tenth. */
const DECODING = { atOnce: 2, pixels: PHOTO_MAX_PIXELS, waiting: 6, longestMs: 10_000 }
/** Maximum unclaimed photos per purpose. Users may retry, but not collect photos. */
const UNCLAIMED_MAX = 3
/** How every WebP begins. */
const RIFF = Buffer.from('RIFF')

const keyPurpose = (purpose: PhotoPurpose): KeyPurpose =>
  purpose === 'deposit_proof' || purpose === 'support' ? 'proofs' : 'photos'

const replyOf = (id: bigint, { width, height, webp }: Picture) => ({
  id: photoIdSchema.parse(id.toString()),
  width,
  height,
  bytes: webp.length,
})

/**
 * Claims a photo for a form, so that it is kept. Throws `photo_unknown` if it is another user's, for another purpose,
 * already claimed, or deleted. The caller holds the user's mutex.
 */
export async function claimPhoto(
  tx: Queryable,
  claim: { userId: bigint; photoId: bigint | string; purpose: PhotoPurpose; atMs: number },
): Promise<bigint> {
  const photoId = BigInt(claim.photoId)
  if (!(await store.updateClaimed(tx, { ...claim, photoId }))) throw new Rejected('photo_unknown')
  return photoId
}

const inMegabytes = (bytes: number): string => `${bytes / 1_000_000} MB`

/** Throws if the bytes exceed the user's daily or total limit. */
async function checkRoom(
  tx: Queryable,
  { userId, bytes, atMs }: { userId: bigint; bytes: number; atMs: number },
): Promise<void> {
  const used = await store.selectUsage(tx, userId, dayStartAt(atMs))
  if (used.since + bytes > PHOTO_DAY_BYTES) {
    const limit = inMegabytes(PHOTO_DAY_BYTES)
    throw new Rejected('photo_day_full', { limit, resetsAt: nextDayStart(atMs) })
  }
  if (used.kept + bytes > PHOTO_TOTAL_BYTES) {
    throw new Rejected('photo_space_full', { limit: inMegabytes(PHOTO_TOTAL_BYTES) })
  }
}

const labelOf = (id: bigint): Buffer => Buffer.from(`photo ${id}\n`)
/** What is sealed: the picture under its id, so that a file under another name does not pass as that photo. */
const labelled = (id: bigint, webp: Buffer): Buffer => Buffer.concat([labelOf(id), webp])

/** The picture in an unsealed file. Files of earlier versions have no label, and are known by their size alone. */
function unlabelled({ id, bytes }: store.PhotoRow, plain: Buffer): Buffer | null {
  const label = labelOf(id)
  const isLabelled = plain.subarray(0, label.length).equals(label)
  const webp = isLabelled ? plain.subarray(label.length) : plain
  return webp.length === bytes && webp.subarray(0, RIFF.length).equals(RIFF) ? webp : null
}

/** Null if its key is destroyed. Throws `photo_tampered` if the file is not the one that was stored. */
async function unsealed({ db, vault, log }: PhotoParts, row: store.PhotoRow, sealed: Buffer) {
  const plain = await vault.open(db, row.key_id, sealed).catch((error: unknown) => {
    // Not every failure is one of the file: the database may be gone.
    if (error instanceof Error && !(error instanceof DatabaseGone)) return Buffer.alloc(0)
    throw error
  })
  if (plain === null) return null
  const webp = unlabelled(row, plain)
  if (webp !== null) return webp
  log.error(
    { photo: row.id.toString() },
    'a stored photo was changed or exchanged outside the server',
  )
  throw new Rejected('photo_tampered')
}

/** Under the user's mutex, so that the key cannot be destroyed between its creation and the row that uses it. */
async function keep(
  { clock, vault, files }: PhotoParts,
  tx: Queryable,
  upload: Upload,
  made: Picture,
) {
  const { userId, purpose } = upload
  const atMs = clock.now()
  await checkRoom(tx, { userId, bytes: made.webp.length, atMs })
  const keyId = await vault.keyFor(tx, { userId, purpose: keyPurpose(purpose), atMs })
  const id = await store.nextPhotoId(tx)
  await files.write(id, await vault.seal(tx, keyId, labelled(id, made.webp)))
  const { width, height, webp } = made
  const known = { id, userId, purpose, keyId, width, height, bytes: webp.length, createdAt: atMs }
  await store.insertPhoto(tx, known)
  return { id, gone: await store.deleteSurplus(tx, { userId, purpose, keep: UNCLAIMED_MAX, atMs }) }
}

/** Creates the functions for photos. */
export function createPhotos(parts: PhotoParts): Photos {
  const { db, files } = parts
  const queue = createDecodeQueue(DECODING)
  return {
    add: async (upload) => {
      const pixels = pixelsOf(upload.bytes)
      // Checked before decoding, so that users at their limit cause no work.
      await checkRoom(db, { userId: upload.userId, bytes: 1, atMs: parts.clock.now() })
      return queue(pixels, async () => {
        const made = await pictureOf(upload.bytes)
        const { id, gone } = await changeUser(parts, upload.userId, async (tx) => ({
          value: await keep(parts, tx, upload, made),
          events: [],
        }))
        await files.erase(gone)
        return replyOf(id, made)
      })
    },
    open: async ({ photoId, userId }) => {
      const row = await store.selectPhoto(db, photoId, userId)
      const sealed = row === undefined ? null : await files.read(row.id)
      if (row === undefined || sealed === null) throw new Rejected('not_found')
      const webp = await unsealed(parts, row, sealed)
      if (webp === null) throw new Rejected('not_found')
      return webp
    },
  }
}
