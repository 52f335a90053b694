import { describe, expect, it } from 'vitest'
import { candle } from '#contract/product.ts'
import { createBarStore } from '#features/chart/bars/bar-store.ts'
import { createBarTimes } from '#features/chart/bars/bar-times.ts'
import {
  anchorAt,
  drawingAt,
  type DrawingPlane,
  drawingShapeOf,
  partAt,
  shownText,
} from '#features/chart/drawings/drawing-shapes.ts'
import type { Draft, Drawing } from '#features/chart/drawings/drawings.ts'

/** 10 px per second, and one pixel per unit of price; price 100 is at the middle. */
const plane: DrawingPlane = {
  xOf: (timeMs) => timeMs / 100,
  yOf: (price) => 200 - price,
  timeOf: (x) => x * 100,
  priceOf: (y) => 200 - y,
  textWidth: (text) => text.length * 6,
  width: 300,
  height: 200,
}
const trend: Drawing = {
  id: 1,
  kind: 'trend',
  from: { timeMs: 5_000, price: 50 },
  to: { timeMs: 25_000, price: 150 },
}

const partOf = (draft: Draft, x: number, y: number) => {
  const shape = drawingShapeOf(draft, plane)
  return shape && partAt(shape, { x, y })
}

describe('hitting a drawing', () => {
  it('finds a horizontal line anywhere along it, as near as a finger can', () => {
    const level: Draft = { kind: 'level', price: 100 }
    expect(partOf(level, 3, 112)).toBe('whole')
    expect(partOf(level, 299, 88)).toBe('whole')
    expect(partOf(level, 150, 120)).toBeNull()
  })

  it('finds the ends of a trend line before its middle, and nothing beyond them', () => {
    expect(partOf(trend, 52, 145)).toBe('from')
    expect(partOf(trend, 240, 60)).toBe('to')
    expect(partOf(trend, 150, 100)).toBe('whole')
    expect(partOf(trend, 150, 125)).toBeNull()
    expect(partOf(trend, 290, 10)).toBeNull()
  })

  it('finds a note by its box and its point', () => {
    const note: Draft = { kind: 'note', at: { timeMs: 10_000, price: 100 }, text: 'hello' }
    expect(drawingShapeOf(note, plane)).toMatchObject({
      at: { x: 100, y: 100 },
      box: { x: 108, y: 90, width: 42 },
    })
    expect(partOf(note, 140, 100)).toBe('whole')
    expect(partOf(note, 92, 104)).toBe('whole')
    expect(partOf(note, 170, 100)).toBeNull()
  })

  it('writes a note left of its point where there is no room right of it', () => {
    const note: Draft = { kind: 'note', at: { timeMs: 28_000, price: 100 }, text: 'hello' }
    expect(drawingShapeOf(note, plane)).toMatchObject({ box: { x: 280 - 8 - 42 } })
  })

  it('prefers what was drawn last', () => {
    const first: Drawing = { id: 7, kind: 'level', price: 100 }
    const second: Drawing = { id: 8, kind: 'level', price: 104 }
    expect(drawingAt([first, second], { x: 10, y: 100 }, plane)?.drawing.id).toBe(8)
    expect(drawingAt([second, first], { x: 10, y: 100 }, plane)?.drawing.id).toBe(7)
    expect(drawingAt([first, second], { x: 10, y: 10 }, plane)).toBeNull()
  })

  it('finds nothing while the price axis is not known', () => {
    const without = { ...plane, yOf: () => null, priceOf: () => null }
    expect(drawingAt([trend], { x: 150, y: 100 }, without)).toBeNull()
    expect(anchorAt({ x: 150, y: 100 }, without)).toBeNull()
  })
})

it('reads a point as a time and a whole positive price', () => {
  expect(anchorAt({ x: 50.004, y: 99.6 }, plane)).toEqual({ timeMs: 5_000, price: 100 })
  expect(anchorAt({ x: -10, y: 900 }, plane)).toEqual({ timeMs: 0, price: 1 })
})

it('shortens a note by letters, not by halves of them', () => {
  expect(shownText('short')).toBe('short')
  expect(shownText('🙂'.repeat(40))).toBe(`${'🙂'.repeat(23)}…`)
})

describe('times on a scale of bars', () => {
  const store = createBarStore(60_000)
  const times = createBarTimes(store, 60_000)
  const open = [600_000, 660_000, 1_200_000] as const
  store.reset(open.map((at) => candle.parse([at, 1, 1, 1, 1, 1])))

  it.each([540_000, 600_000, 630_000, 660_000, 690_000, 1_200_000, 1_230_000, 2_000_000])(
    'reads %i back from its position',
    (timeMs) => {
      expect(times.timeAt(times.positionOf(timeMs))).toBeCloseTo(timeMs)
    },
  )

  it('gives a closed market no width', () => {
    expect(times.positionOf(900_000)).toBe(2)
    expect(times.timeAt(2)).toBe(1_200_000)
  })

  it('has an axis even before bars arrive', () => {
    const none = createBarTimes(createBarStore(1_000), 1_000)
    expect(none.timeAt(none.positionOf(5_000))).toBe(5_000)
  })
})
