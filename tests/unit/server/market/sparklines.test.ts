import { expect, it } from 'vitest'
import { SPARKLINE_POINTS, sparklineOf } from '#server/market/routes.ts'

const STEP = 1_800_000
const NOW = 1_000 * STEP + 77
const bar = (step: number, close: number) => ({
  openTime: step * STEP,
  open: close - 1,
  high: close,
  low: close - 1,
  close,
  volume: 0,
  turnover: 0n,
})

it('has 48 closes, the running half hour last, and carries the close over silent ones', () => {
  const line = sparklineOf([bar(900, 5), bar(990, 7), bar(1_000, 9)], NOW)
  expect(line).toHaveLength(SPARKLINE_POINTS)
  expect(line.slice(0, 37)).toEqual(Array.from({ length: 37 }, () => 5))
  expect(line.slice(37)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 9])
})
it('is flat when the market has rested for longer than a day', () => {
  expect(new Set(sparklineOf([bar(800, 5)], NOW))).toEqual(new Set([5]))
})
it('begins with the first price where there is no older one, and is empty without any', () => {
  expect(sparklineOf([bar(999, 8)], NOW)[0]).toBe(7)
  expect(sparklineOf([], NOW)).toEqual([])
})
