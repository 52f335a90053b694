import { describe, expect, it } from 'vitest'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import { type Plane, shapeOf } from '#features/chart/base/order-shapes.ts'
import { focusOf, orderAt } from '#features/chart/marks/order-focus.ts'

const mark = (id: string, expiresAt: number, change: Partial<OrderMark> = {}): OrderMark => ({
  id,
  direction: 'up',
  title: '',
  entry: { timeMs: 1_000, price: Number(id) * 10 },
  expiresAt,
  exit: null,
  result: null,
  ...change,
})
const exit = { timeMs: 3_000, price: 1 }

describe('the order in focus', () => {
  it('is the open one that ends next', () => {
    const marks = [mark('1', 2_000, { exit }), mark('2', 9_000), mark('3', 5_000), mark('4', 7_000)]
    expect(focusOf(marks, null)).toBe('3')
    expect(focusOf([], null)).toBeNull()
    expect(focusOf(marks.slice(0, 1), null)).toBeNull()
  })

  it('is the one that is pointed at, if that is open', () => {
    const marks = [mark('1', 2_000, { exit }), mark('2', 9_000), mark('3', 5_000)]
    expect(focusOf(marks, '2')).toBe('2')
    expect(focusOf(marks, '1')).toBe('3')
    expect(focusOf(marks, '77')).toBe('3')
  })
})

describe('the order under a pointer', () => {
  const plane: Plane = { xOf: (ms) => ms / 100, yOf: (price) => price, width: 300, height: 200 }
  const shapes = [mark('2', 9_000), mark('3', 5_000), mark('4', 7_000, { exit })].map((each) =>
    shapeOf(each, plane),
  )

  it('is the nearest whose line is within reach', () => {
    expect(orderAt(shapes, { x: 20, y: 24 })).toBe('2')
    expect(orderAt(shapes, { x: 20, y: 26 })).toBe('3')
    expect(orderAt(shapes, { x: 20, y: 60 })).toBeNull()
  })

  it('has a line there, and is open', () => {
    expect(orderAt(shapes, { x: 5, y: 20 })).toBeNull()
    expect(orderAt(shapes, { x: 60, y: 30 })).toBeNull()
    expect(orderAt(shapes, { x: 20, y: 40 })).toBeNull()
  })
})
