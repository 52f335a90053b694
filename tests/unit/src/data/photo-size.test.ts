import { describe, expect, it } from 'vitest'
import {
  fitPhoto,
  PHOTO_LONGEST_SIDE,
  watermarkPlaces,
  watermarkSize,
} from '#data/prepare-photo.ts'

describe('fitting a photo', () => {
  it('brings the longer side to the limit and keeps the shape', () => {
    expect(fitPhoto({ width: 4000, height: 3000 })).toEqual({ width: 2000, height: 1500 })
    expect(fitPhoto({ width: 3000, height: 6000 })).toEqual({ width: 1000, height: 2000 })
  })

  it('never makes a photo larger, and no side vanishes', () => {
    expect(fitPhoto({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 })
    expect(fitPhoto({ width: 20_000, height: 1 })).toEqual({ width: PHOTO_LONGEST_SIDE, height: 1 })
  })
})

it.each([
  { width: 2000, height: 1250 },
  { width: 900, height: 2000 },
  { width: 300, height: 200 },
])('leaves no part of $width × $height without a word of the watermark', (size) => {
  const textWidth = 9 * watermarkSize(size)
  const places = watermarkPlaces(size, textWidth)
  const reach = Math.hypot(size.width, size.height) / 2
  // A frame that holds the picture however it is turned is covered to its rim.
  for (let x = -reach; x <= reach; x += reach / 8) {
    for (let y = -reach; y <= reach; y += reach / 8) {
      const near = places.some(
        (place) =>
          Math.abs(place.x - x) <= textWidth &&
          Math.abs(place.y - y) <= 2 * watermarkSize(size) + 1,
      )
      expect(near, `${x}, ${y}`).toBe(true)
    }
  }
})
