/** Makes the one kind of picture that is kept out of what was sent: WebP, upright, bounded, with nothing else. */
import sharp from 'sharp'
import { PHOTO_MAX_ASPECT, PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE } from '#contract/verification.ts'
import { Rejected } from '#server/platform/errors.ts'
import { readPhotoHeader } from '#server/verification/photo-header.ts'

/** Large enough to read a document's small print. */
const SIDE_MAX = 2000
const QUALITY = 82
/** The decoder itself stops by then; the queue (decode-queue.ts) answers a little later. */
const TIMEOUT_S = 8
/** What `sharp` says of work that it stopped. */
const STOPPED = /^timeout/

// Whatever slips through the header check meets no other decoder.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})
sharp.cache(false)
sharp.concurrency(1)

export interface Picture {
  webp: Buffer
  width: number
  height: number
}

/**
 * Pixels by the header alone, so that a small file that would unpack to gigabytes, or that is a line a million pixels
 * long, is never unpacked. Throws the `photo_` code of the limit that it breaks.
 */
export function pixelsOf(bytes: Buffer): number {
  const header = readPhotoHeader(bytes)
  if (header === 'unsupported') throw new Rejected('photo_unsupported')
  if (header === 'unreadable') throw new Rejected('photo_unreadable')
  const { width, height } = header
  const pixels = width * height
  if (pixels > PHOTO_MAX_PIXELS) {
    throw new Rejected('photo_too_large', { limit: `${PHOTO_MAX_PIXELS / 1_000_000} MP` })
  }
  if (Math.max(width, height) > PHOTO_MAX_SIDE) {
    throw new Rejected('photo_too_large', { limit: `${PHOTO_MAX_SIDE} px` })
  }
  if (Math.max(width, height) > PHOTO_MAX_ASPECT * Math.min(width, height)) {
    throw new Rejected('photo_too_narrow', { limit: `${PHOTO_MAX_ASPECT}:1` })
  }
  return pixels
}

/**
 * Of bytes that `pixelsOf` admitted. Location, camera, colour profile and thumbnails of the original stay behind: only
 * pixels are written again.
 */
export async function pictureOf(bytes: Buffer): Promise<Picture> {
  const image = sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: TIMEOUT_S })
  const made = await image.toBuffer({ resolveWithObject: true }).catch((error: unknown) => {
    const stopped = error instanceof Error && STOPPED.test(error.message)
    throw new Rejected(stopped ? 'photo_too_slow' : 'photo_unreadable')
  })
  return { webp: made.data, width: made.info.width, height: made.info.height }
}
