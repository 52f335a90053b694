import { describe, expect, it } from 'vitest'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import { inkOf, toneOf } from '#features/chart/marks/order-tone.ts'

const mark = (change: Partial<OrderMark> = {}): OrderMark => ({
  id: '1',
  direction: 'up',
  title: '▲ 10.00',
  entry: { timeMs: 1_000, price: 120 },
  expiresAt: 25_000,
  exit: null,
  result: null,
  ...change,
})
const at = (price: number | null, nowMs = 5_000) => ({ price, nowMs })

describe('the tone of an order', () => {
  it.each([
    ['up', 121, 'gain'],
    ['up', 119, 'loss'],
    ['up', 120, 'level'],
    ['down', 119, 'gain'],
    ['down', 121, 'loss'],
    ['down', 120, 'level'],
  ] as const)('of an open order (%s) is how it would end at %i: %s', (direction, price, tone) => {
    expect(toneOf(mark({ direction }), at(price))).toBe(tone)
  })

  it('is neutral while nothing can be said', () => {
    expect(toneOf(mark({ entry: null }), at(500))).toBe('level')
    expect(toneOf(mark(), at(null))).toBe('level')
    // A price after the expiry decides nothing.
    expect(toneOf(mark(), at(500, 25_000))).toBe('level')
  })

  it('is that of the result once there is one, whatever the price is now', () => {
    const exit = { timeMs: 25_000, price: 119 }
    const tones = (['won', 'lost', 'draw', null] as const).map((result) =>
      toneOf(mark({ exit, result }), at(500)),
    )
    expect(tones).toEqual(['gain', 'loss', 'level', 'level'])
  })

  it('paints a gain in the colour of rising prices, in both schemes', () => {
    const red = { up: 'red', down: 'green', quiet: 'grey' } as ChartColors
    const tone = toneOf(mark({ direction: 'down' }), at(100))
    expect([inkOf(tone, red), inkOf('loss', red), inkOf('level', red)]).toEqual([
      'red',
      'green',
      'grey',
    ])
  })
})
