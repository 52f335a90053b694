/**
 * Numbers as planes of bytes: the lowest byte of every number, then the next one of every number. Equal bytes lie next
 * to each other, so that they compress well.
 */

/** The bytes of the largest number, 2^53 − 1. */
export const PLANES_MAX = 7
const BASE = 256

/** How many bytes the largest of some numbers has. */
function widthOf(values: readonly number[]): number {
  let most = 0
  for (const value of values) if (value > most) most = value
  let width = 0
  for (; most > 0; most = Math.floor(most / BASE)) width += 1
  return width
}

/**
 * The planes of whole numbers from 0 to 2^53 − 1, lowest first, each with one byte per number. A plane without any byte
 * above 0 is undefined.
 */
export function planesOf(values: readonly number[]): (Uint8Array | undefined)[] {
  return Array.from({ length: widthOf(values) }, (_, n) => {
    const unit = BASE ** n
    const plane = new Uint8Array(values.length)
    let isBlank = true
    for (const [i, value] of values.entries()) {
      const byte = Math.floor(value / unit) % BASE
      plane[i] = byte
      if (byte > 0) isBlank = false
    }
    return isBlank ? undefined : plane
  })
}

/** The numbers of planes. A number above 2^53 − 1 is not exact, so the caller checks what it reads. */
export function valuesOf(planes: readonly (Uint8Array | undefined)[], count: number): number[] {
  const values = Array<number>(count).fill(0)
  for (const [n, plane] of planes.entries()) {
    if (plane === undefined) continue
    const unit = BASE ** n
    for (const [i, byte] of plane.entries()) values[i] = (values[i] ?? 0) + byte * unit
  }
  return values
}
