import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PricePoint } from '#features/chart/base/line-points.ts'
import { createTickGrid } from '#features/chart/live/tick-grid.ts'

const gridOf = (stepMs: number, points: readonly (readonly [number, number])[]) => {
  const grid = createTickGrid(stepMs)
  for (const [timeMs, price] of points) grid.add({ timeMs, price })
  return grid
}

describe('the grid of ticks', () => {
  it('has the last price at or before each time, and repeats it until the next', () => {
    const grid = gridOf(100, [
      [50, 7],
      [100, 8],
      [101, 9],
      [450, 5],
    ])
    expect(grid.firstCell()).toBe(1)
    expect(grid.values(0, 7)).toEqual([null, 8, 9, 9, 9, 5, 5])
    expect(grid.newest()).toEqual({ timeMs: 450, price: 5 })
  })

  it('says from which cell on values may have changed, and that an earlier price of a cell changes none', () => {
    const grid = gridOf(100, [[180, 3]])
    expect(grid.add({ timeMs: 150, price: 4 })).toBeNull()
    expect(grid.add({ timeMs: 180, price: 3 })).toBeNull()
    expect(grid.add({ timeMs: 190, price: 5 })).toBe(2)
    expect(grid.add({ timeMs: 20, price: 1 })).toBe(1)
    expect(grid.values(1, 2)).toEqual([1, 5])
  })

  it('forgets old prices without changing what is still shown', () => {
    const grid = gridOf(100, [
      [100, 1],
      [200, 2],
      [900, 9],
    ])
    grid.trim(5)
    expect(grid.values(5, 5)).toEqual([2, 2, 2, 2, 9])
    expect(grid.valueAt(1)).toBeNull()
  })

  it('agrees with a look at every tick, in whatever order they come', () => {
    const point = fc.record({
      timeMs: fc.integer({ min: 0, max: 2_000 }),
      price: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(point, { selector: ({ timeMs }) => timeMs, maxLength: 60 }),
        fc.constantFrom(1, 100, 250, 1_000),
        (points, stepMs) => {
          const grid = createTickGrid(stepMs)
          for (const each of points) grid.add(each)
          const inOrder: PricePoint[] = points.toSorted((a, b) => a.timeMs - b.timeMs)
          const expected = Array.from(
            { length: 9 },
            (_, cell) => inOrder.findLast(({ timeMs }) => timeMs <= cell * stepMs)?.price ?? null,
          )
          expect(grid.values(0, 9)).toEqual(expected)
          expect(expected.map((_, cell) => grid.valueAt(cell))).toEqual(expected)
        },
      ),
    )
  })
})
