import { describe, expect, it } from 'vitest'
import { PHOTO_MAX_ASPECT, PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE } from '#contract/verification.ts'
import { createDecodeQueue } from '#server/verification/decode-queue.ts'
import { pictureOf, pixelsOf } from '#server/verification/photo-picture.ts'
import { makePhoto } from '#support/photos.ts'
import { pngBomb } from '#support/upload-samples.ts'
import { until } from '#support/until.ts'

const refused = (width: number, height: number): unknown => {
  try {
    return pixelsOf(pngBomb(width, height))
  } catch (error) {
    return error
  }
}

describe('the limits of a photo', () => {
  it('refuse a line of twelve million pixels by its header', () => {
    expect(pngBomb(1, PHOTO_MAX_PIXELS).length).toBeLessThan(50_000)
    const limit = `${PHOTO_MAX_SIDE} px`
    expect(refused(1, PHOTO_MAX_PIXELS)).toMatchObject({
      code: 'photo_too_large',
      params: { limit },
    })
    expect(refused(PHOTO_MAX_SIDE + 1, 1_000)).toMatchObject({ code: 'photo_too_large' })
  })

  it('refuse a strip, either way round, and take what is just not one', () => {
    const limit = `${PHOTO_MAX_ASPECT}:1`
    const strip = { code: 'photo_too_narrow', params: { limit } }
    expect(refused(10, 10 * PHOTO_MAX_ASPECT + 1)).toMatchObject(strip)
    expect(refused(10 * PHOTO_MAX_ASPECT + 1, 10)).toMatchObject(strip)
    expect(refused(10, 10 * PHOTO_MAX_ASPECT)).toBe(100 * PHOTO_MAX_ASPECT)
  })

  it('let the largest photo of each kind through: a square, a panorama, a long screenshot', () => {
    for (const [width, height] of [
      [3_464, 3_464],
      [PHOTO_MAX_SIDE, 1_500],
      [1_080, PHOTO_MAX_SIDE],
    ] as const) {
      expect(refused(width, height)).toBe(width * height)
    }
  })

  it('hold for the picture itself too, whatever its header says', async () => {
    await expect(pictureOf(pngBomb(4_000, 4_000))).rejects.toMatchObject({
      code: 'photo_unreadable',
    })
    expect(await pictureOf(await makePhoto())).toMatchObject({ width: 640, height: 400 })
  })
})

it('a photo that takes too long is refused, and keeps its place until its work has ended', async () => {
  const queue = createDecodeQueue({ atOnce: 1, pixels: 10, waiting: 3, longestMs: 30 })
  let end = (): void => undefined
  const work = new Promise<void>((done) => {
    end = done
  })
  await expect(queue(5, () => work)).rejects.toMatchObject({ code: 'photo_too_slow' })
  let began = false
  const next = queue(5, async () => {
    began = true
  })
  await new Promise((later) => setTimeout(later, 60))
  expect(began).toBe(false)
  end()
  await until('the next photo', () => began)
  await next
})
