import { DAY_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import { createDayWindow } from '#rules/day-stats.ts'

const bar = (openTime: number, price: number) => ({
  openTime,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 1,
  turnover: BigInt(price),
})

describe('a minute without its ticks', () => {
  it('stays whole until its last millisecond has left', () => {
    const window = createDayWindow()
    window.addMinute(bar(0, 10))
    window.addMinute(bar(120_000, 20))
    expect(window.at(DAY_MS + 59_998)).toMatchObject({ low: 10, volume: 2 })
    expect(window.at(DAY_MS + 59_999)).toMatchObject({ low: 20, volume: 1, reference: 10 })
  })
})

it('holds the last price with no volume when nothing was traded for a day', () => {
  const window = createDayWindow()
  window.add({ timeMs: 0, price: 7, size: 3 })
  expect(window.at(3 * DAY_MS)).toEqual({
    last: 7,
    reference: 7,
    high: 7,
    low: 7,
    volume: 0,
    turnover: 0n,
  })
})

it('knows nothing before the first tick', () => {
  expect(createDayWindow().at(DAY_MS)).toBeUndefined()
})

it('stays exact over more minutes than it keeps', () => {
  const window = createDayWindow()
  for (let minute = 0; minute < 5_000; minute++) window.addMinute(bar(minute * 60_000, minute + 1))
  const stats = window.at(4_999 * 60_000 + 59_999)
  expect(stats).toMatchObject({ high: 5_000, low: 3_561, volume: 1_440, reference: 3_560 })
})
