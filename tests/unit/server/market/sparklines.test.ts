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

it('has 48 closes, the running half hour last, and none for silent half hours', () => {
  const line = sparklineOf([bar(900, 5), bar(990, 7), bar(1_000, 9)], NOW)
  expect(line).toHaveLength(SPARKLINE_POINTS)
  expect(line.flatMap((close, at) => (close === null ? [] : [[at, close]]))).toEqual([
    [37, 7],
    [47, 9],
  ])
})

it('has no close when the market has rested for longer than a day, or without any bar', () => {
  expect(new Set(sparklineOf([bar(800, 5)], NOW))).toEqual(new Set([null]))
  expect(new Set(sparklineOf([], NOW))).toEqual(new Set([null]))
})
