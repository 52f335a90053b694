/**
 * Prepares a photo for the upload on the device: decodes it upright, scales it down, adds the watermark and encodes it
 * again as JPEG.
 */
import { atom } from 'jotai/vanilla'

const JPEG_QUALITY = 0.86
// Light letters with a dark outline are readable on any background and leave the document readable, too.
const MARK_FILL = 'rgb(255 255 255 / 0.34)'
const MARK_EDGE = 'rgb(0 0 0 / 0.28)'

/** The file is not a picture that this device can read. */
export class PhotoUnreadable extends Error {}

/** Sizes of photos that are uploaded: large enough to read a document, small enough for a mobile network. */
export const PHOTO_LONGEST_SIDE = 2_000
/** Beyond this size a phone may run out of memory while decoding. */
const PHOTO_SOURCE_MAX_BYTES = 40 * 1024 * 1024

interface Size {
  width: number
  height: number
}

/** Scales a size down so that the longer side fits, keeping the aspect ratio. Never scales up. */
export function fitPhoto({ width, height }: Size, longest = PHOTO_LONGEST_SIDE): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

/** The positions of a repeated watermark, in coordinates rotated by `WATERMARK_TURN`, enough to reach every corner. */
const WATERMARK_TURN = -Math.PI / 6
export const watermarkSize = ({ width, height }: Size): number =>
  Math.max(14, Math.round(Math.min(width, height) / 18))

export function watermarkPlaces(size: Size, textWidth: number): { x: number; y: number }[] {
  const reach = Math.hypot(size.width, size.height) / 2
  const stepX = textWidth + watermarkSize(size) * 2
  const stepY = watermarkSize(size) * 4
  const places: { x: number; y: number }[] = []
  const rows = Math.ceil(reach / stepY)
  const columns = Math.ceil(reach / stepX)
  for (let row = -rows; row <= rows; row++) {
    // Every other row is shifted by half a step, so that no unmarked stripe is left between the words.
    const shift = row % 2 === 0 ? 0 : stepX / 2
    for (let column = -columns - 1; column <= columns; column++)
      places.push({ x: column * stepX + shift, y: row * stepY })
  }
  return places
}

/** Draws no watermark when `watermark` is null. Throws `PhotoUnreadable`. */
async function preparePhoto(file: Blob, watermark: string | null): Promise<Blob> {
  if (file.size > PHOTO_SOURCE_MAX_BYTES) throw new PhotoUnreadable('too large')
  const picture = await decode(file)
  const size = fitPhoto(picture)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (context === null) throw new PhotoUnreadable('no canvas')
  // Transparent areas would become black in a JPEG.
  context.fillStyle = 'white'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, size.width, size.height)
  picture.close()
  if (watermark !== null) drawWatermark(context, size, watermark)
  return encode(canvas)
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    // Rotated as the camera recorded it, so that reviewers do not have to read a document sideways.
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    throw new PhotoUnreadable('not decoded', { cause })
  }
}

function drawWatermark(context: CanvasRenderingContext2D, size: Size, text: string): void {
  const height = watermarkSize(size)
  context.save()
  context.translate(size.width / 2, size.height / 2)
  context.rotate(WATERMARK_TURN)
  context.font = `600 ${height}px system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineWidth = Math.max(1, height / 12)
  context.fillStyle = MARK_FILL
  context.strokeStyle = MARK_EDGE
  for (const { x, y } of watermarkPlaces(size, context.measureText(text).width)) {
    context.strokeText(text, x, y)
    context.fillText(text, x, y)
  }
  context.restore()
}

function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new PhotoUnreadable('not written')) : resolve(blob)),
      'image/jpeg',
      JPEG_QUALITY,
    )
  })
}

export type PreparePhoto = typeof preparePhoto
/** Held in an atom because tests have no canvas. */
export const preparePhotoAtom = atom<{ prepare: PreparePhoto }>({ prepare: preparePhoto })
