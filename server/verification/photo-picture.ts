/** Converts an uploaded photo to the only stored format: WebP, upright, bounded, without metadata. */
import sharp from 'sharp'
import { PHOTO_MAX_ASPECT, PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE } from '#contract/verification.ts'
import { Rejected } from '#server/platform/errors.ts'
import { readPhotoHeader } from '#server/verification/photo-header.ts'

/** Maximum length of a side in pixels. The small print of a document stays readable. */
const SIDE_MAX = 2000
const QUALITY = 82
/** The decoder's own timeout in s. The queue (decode-queue.ts) answers a little later. */
const TIMEOUT_S = 8
/** The message of `sharp` when it stopped the work. */
const STOPPED = /^timeout/

// Blocks all other decoders, for files that pass the header check by mistake.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})
sharp.cache(false)
sharp.concurrency(1)

/** A converted photo. */
export interface Picture {
  webp: Buffer
  width: number
  height: number
}

/**
 * The number of pixels according to the header, so that a small file that decodes to gigabytes, or to a line of a
 * million pixels, is never decoded. Throws the `photo_` code of the limit that it exceeds.
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
 * Converts bytes that `pixelsOf` accepted. Only pixels are written, so location, camera, colour profile and thumbnails
 * of the original are removed.
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
