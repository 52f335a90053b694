import { expect, it } from 'vitest'
import { barsOfTicks, candleOf } from '#rules/candles.ts'

it('gives no bar to an interval without a tick, and begins bars on UTC minutes', () => {
  const bars = barsOfTicks(
    [
      { timeMs: 59_999, price: 5, size: 1 },
      { timeMs: 180_000, price: 7, size: 2 },
    ],
    '1m',
  )
  expect(bars.map(candleOf)).toEqual([
    [0, 5, 5, 5, 5, 1],
    [180_000, 7, 7, 7, 7, 2],
  ])
})

it('keeps turnover exact beyond what a double holds', () => {
  const tick = { timeMs: 0, price: 9_450_000, size: 5_000_000_001 }
  expect(barsOfTicks([tick, tick], '1d')[0]?.turnover).toBe(2n * 9_450_000n * 5_000_000_001n)
})
