import { describe, expect, it } from 'vitest'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import { type Plane, shapeOf } from '#features/chart/base/order-shapes.ts'

/** 10 px per second, and one pixel per unit of price; price 100 is at the middle. */
const plane: Plane = {
  xOf: (timeMs) => timeMs / 100,
  yOf: (price) => 100 - (price - 100),
  width: 300,
  height: 200,
}
const mark = (change: Partial<OrderMark> = {}): OrderMark => ({
  id: '1',
  direction: 'up',
  title: '▲ 10.00',
  entry: { timeMs: 5_030, price: 120 },
  expiresAt: 25_000,
  exit: null,
  result: null,
  ...change,
})

describe('the shapes of an order', () => {
  it('are at its own entry tick, between the points of the grid', () => {
    expect(shapeOf(mark(), plane)).toMatchObject({
      entry: { x1: 50.3, x2: 250, y: 80 },
      expiry: { x: 250, beyond: false },
      exit: null,
    })
  })

  it('shade the side on which the order wins, from its entry to its expiry', () => {
    expect(shapeOf(mark(), plane).zone).toEqual({ x1: 50.3, x2: 250, y1: 0, y2: 80 })
    expect(shapeOf(mark({ direction: 'down' }), plane).zone).toEqual({
      x1: 50.3,
      x2: 250,
      y1: 80,
      y2: 200,
    })
  })

  it('have only an expiry until the entry is known', () => {
    const shape = shapeOf(mark({ entry: null }), plane)
    expect(shape).toMatchObject({ entry: null, zone: null, expiry: { x: 250 } })
  })

  it('put the expiry at the edge while it is beyond, and drop it once it is past', () => {
    const far = shapeOf(mark({ expiresAt: 90_000 }), plane)
    expect(far.expiry).toEqual({ x: 300, beyond: true })
    expect(far.zone?.x2).toBe(300)
    const past = shapeOf(mark({ entry: { timeMs: -9_000, price: 1 }, expiresAt: -100 }), plane)
    expect(past.expiry).toBeNull()
  })

  it('show the tick that decided a settled order, and no zone any more', () => {
    const shape = shapeOf(mark({ exit: { timeMs: 24_970, price: 130 }, result: 'won' }), plane)
    expect(shape).toMatchObject({
      zone: null,
      expiry: null,
      entry: { x1: 50.3, x2: 249.7, y: 80 },
      exit: { x: 249.7, y: 70 },
    })
  })

  it('leave out a dot that is not in view, and everything without a price axis', () => {
    expect(shapeOf(mark({ exit: { timeMs: -5, price: 1 } }), plane).exit).toBeNull()
    const blind = shapeOf(mark(), { ...plane, yOf: () => null })
    expect(blind).toMatchObject({ entry: null, zone: null, exit: null })
  })
})
