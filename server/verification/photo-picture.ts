/** Makes the one kind of picture that is kept out of what was sent: WebP, upright, bounded, with nothing else. */
import sharp from 'sharp'
import { PHOTO_MAX_PIXELS } from '#contract/verification.ts'
import { Rejected } from '#server/platform/errors.ts'
import { readPhotoHeader } from '#server/verification/photo-header.ts'

/** Large enough to read a document's small print. */
const SIDE_MAX = 2000
const QUALITY = 82
const TIMEOUT_S = 20
const LIMIT = `${PHOTO_MAX_PIXELS / 1_000_000} MP`

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

/** Pixels by the header alone, so that a small file that would unpack to gigabytes is never unpacked. */
export function pixelsOf(bytes: Buffer): number {
  const header = readPhotoHeader(bytes)
  if (header === 'unsupported') throw new Rejected('photo_unsupported')
  if (header === 'unreadable') throw new Rejected('photo_unreadable')
  const pixels = header.width * header.height
  if (pixels > PHOTO_MAX_PIXELS) throw new Rejected('photo_too_large', { limit: LIMIT })
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
  const made = await image.toBuffer({ resolveWithObject: true }).catch(() => null)
  if (made === null) throw new Rejected('photo_unreadable')
  return { webp: made.data, width: made.info.width, height: made.info.height }
}
