import type { IChartApiBase } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { Follower } from '#features/chart/live/live-follow.ts'

/** Like the library, it applies a range in the next frame: what is read back is the one before. */
function scene(reducedMotion = true) {
  const wanted: { from: number; to: number }[] = []
  const scale = {
    width: () => 300,
    getVisibleLogicalRange: () => ({ from: -1, to: 5 }),
    setVisibleLogicalRange: (range: { from: number; to: number }) => void wanted.push(range),
  }
  const chart = {
    timeScale: () => scale,
    subscribeDblClick: () => undefined,
    unsubscribeDblClick: () => undefined,
  } as unknown as IChartApiBase<number>
  const pointed = { at: false }
  const library = { isKnown: true }
  const grid = { nowMs: 100_000, first: 900, stepMs: 100 }
  const follower = new Follower(chart, {
    container: document.createElement('div'),
    span: { spanMs: 10_000, stepMs: 100, keepMs: 60_000, ticksMs: 0 },
    reducedMotion,
    isPointed: () => pointed.at,
    canSlide: () => library.isKnown,
    nextExpiry: () => null,
    now: () => grid,
    onFollowing: () => undefined,
  })
  return { wanted, grid, follower, pointed, library }
}

it('keeps now in its place when older prices come right after the first movement', () => {
  const { wanted, grid, follower } = scene()
  expect(follower.isDue(0)).toBe(true)
  follower.move()
  const [{ from, to } = { from: 0, to: 0 }] = wanted
  // Four fifths of ten seconds before now, and one after it.
  expect([from, to]).toEqual([20.5, 119.5])
  grid.first = 500
  follower.shift(400)
  expect(wanted.at(-1)).toEqual({ from: from + 400, to: to + 400 })
  follower.stop()
})

it('is not due again until the view has to move', () => {
  const { grid, follower } = scene()
  follower.isDue(0)
  follower.move()
  grid.nowMs += 900
  expect(follower.isDue(900)).toBe(false)
  grid.nowMs += 200
  expect(follower.isDue(1_100)).toBe(true)
  follower.stop()
})

it('draws for each movement where nothing can be shifted', () => {
  const { grid, follower, library } = scene(false)
  library.isKnown = false
  follower.isDue(0)
  follower.move()
  grid.nowMs += 80
  expect(follower.isDue(80)).toBe(true)
  expect(follower.slidPx()).toBe(0)
  follower.stop()
})

it('slides by whole pixels before the library has to draw, unless something is pointed at', () => {
  const { grid, follower, pointed } = scene(false)
  expect(follower.isDue(0)).toBe(true)
  follower.move()
  expect(follower.slidPx()).toBe(0)
  // Ten seconds are 300 px wide.
  grid.nowMs += 80
  expect(follower.isDue(80)).toBe(false)
  expect(follower.slidPx()).toBe(2)
  grid.nowMs += 80
  expect(follower.isDue(160)).toBe(true)
  follower.move()
  expect(follower.slidPx()).toBe(0)
  grid.nowMs += 40
  expect(follower.isDue(200)).toBe(false)
  pointed.at = true
  expect(follower.isDue(201)).toBe(true)
  follower.stop()
})
