/** Sizes of photos that are uploaded: large enough to read a document, small enough for a mobile network. */
export const PHOTO_LONGEST_SIDE = 2_000
/** Beyond this size a phone may run out of memory while decoding. */
export const PHOTO_SOURCE_MAX_BYTES = 40 * 1024 * 1024

export interface Size {
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
export const WATERMARK_TURN = -Math.PI / 6
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
