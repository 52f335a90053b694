import { expect, it } from 'vitest'
import {
  exampleAt,
  examplePicture,
  firstStart,
  keptMs,
  pointsAfter,
} from '../../../../src/pages/welcome/example-round.ts'

const DURATION_MS = 30_000
const BOX = { width: 320, height: 90, air: 12 }
const point = (second: number, price: number) => ({ timeMs: second * 1_000, price })
const at = (points: ReturnType<typeof point>[], second: number) =>
  exampleAt(points, { first: 0, now: second * 1_000, durationMs: DURATION_MS })

it('enters at the first price after its start, and ends at the last one by its end', () => {
  const points = [point(0, 100), point(1, 101), point(29, 103), point(30, 104)]
  expect(at(points, 30)).toMatchObject({ direction: 'up', entry: point(1, 101), exit: null })
  expect(at([...points, point(31, 90)], 31)).toMatchObject({ exit: point(30, 104) })
})

it('has no entry before a price, nor by one that comes after its end', () => {
  expect(at([point(0, 100)], 5).entry).toBeNull()
  expect(at([point(0, 100), point(31, 101)], 31)).toMatchObject({ entry: null, exit: null })
})

it('shows its result for 6 s, then the next one goes the other way', () => {
  expect(at([], 35.9).startsAt).toBe(0)
  expect(at([], 36)).toMatchObject({ direction: 'down', startsAt: 36_000, expiresAt: 66_000 })
})

it('has begun when the first price of a visit comes', () => {
  expect(firstStart(60_000)).toBeLessThan(60_000)
})

it('keeps each price once, in order, as long as an example may need it', () => {
  const known = pointsAfter([point(5, 3)], [point(1, 1), point(5, 4)], keptMs(DURATION_MS))
  expect(known).toEqual([point(1, 1), point(5, 4)])
  expect(pointsAfter(known, [point(100, 9)], keptMs(DURATION_MS))).toEqual([point(100, 9)])
})

it('draws within its box up to the present', () => {
  const points = [point(1, 100), point(2, 104), point(40, 96)]
  const now = 20_000
  const picture = examplePicture(points, at(points, 20), now, BOX)
  expect(picture.entry).toEqual({ x: expect.any(Number), y: 78 })
  expect(picture.path).toMatch(/^M[\d.]+ 78H[\d.]+V12H[\d.]+$/)
  expect(picture.startX).toBeLessThan(picture.expiresX)
  expect(picture.expiresX).toBeLessThan(BOX.width - BOX.air)
})
