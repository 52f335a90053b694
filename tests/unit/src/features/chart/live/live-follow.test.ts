import type { IChartApiBase } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { createChartLink, type Edges } from '#features/chart/host/chart-link.ts'
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
  const beside: { edges: Edges | null } = { edges: null }
  const link = createChartLink()
  link.setOn(true)
  const other = { edges: () => beside.edges, show: () => undefined, point: () => undefined }
  link.join(() => other)
  const told: boolean[] = []
  const follower = new Follower(chart, {
    container: document.createElement('div'),
    span: { spanMs: 10_000, stepMs: 100, keepMs: 60_000, ticksMs: 0 },
    reducedMotion,
    isPointed: () => pointed.at,
    canSlide: () => library.isKnown,
    nextExpiry: () => null,
    now: () => grid,
    onFollowing: (following) => void told.push(following),
    link: link.join(() => null),
  })
  return { wanted, grid, follower, pointed, library, beside, told }
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

it('shows what the chart beside it shows, as long as that one leads', () => {
  const { wanted, follower, beside, told } = scene()
  beside.edges = { fromMs: 60_000, toMs: 80_000 }
  expect(follower.isDue(0)).toBe(true)
  follower.move()
  expect(wanted.at(-1)).toEqual({ from: -299.5, to: -100.5 })
  expect(told, 'now is out of sight').toEqual([false])
  expect(follower.isDue(100)).toBe(false)
  beside.edges = { fromMs: 95_000, toMs: 105_000 }
  expect(follower.isDue(200)).toBe(true)
  follower.move()
  expect(wanted.at(-1)).toEqual({ from: 50.5, to: 149.5 })
  expect(told).toEqual([false, true])
  follower.reset()
  expect(follower.isDue(300)).toBe(true)
  follower.move()
  expect(wanted.at(-1), 'its own view again, when the user asks for it').toEqual({
    from: 20.5,
    to: 119.5,
  })
  follower.stop()
})
