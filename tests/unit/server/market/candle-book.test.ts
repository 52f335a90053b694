import { describe, expect, it } from 'vitest'
import { INTERVALS, SHORT_INTERVALS, STORED_INTERVALS } from '#contract/product.ts'
import { barsOfTicks, type CandleTick } from '#rules/candles.ts'
import { CandleBook } from '#server/market/candle-book.ts'

const START = 1_700_000_040_000
const tick = (at: number): CandleTick => ({
  timeMs: START + at,
  price: 100 + (at % 7),
  size: 1,
})
const every = (stepMs: number, count: number): CandleTick[] =>
  Array.from({ length: count }, (_, i) => tick(i * stepMs))

describe('the candles of a product', () => {
  it.each(INTERVALS)('are folded from every tick: %s', (interval) => {
    const book = new CandleBook(1)
    const ticks = every(700, 200)
    for (const one of ticks) book.add(one)
    expect(book.recent(interval)).toEqual(barsOfTicks(ticks, interval))
  })

  it('are never taken for storage from a short interval', () => {
    const book = new CandleBook(1)
    for (const one of every(1_000, 61)) book.add(one)
    expect(book.takeUnstored().map(({ interval }) => interval)).toEqual([...STORED_INTERVALS])
  })

  it('cover a quarter of an hour of seconds, and remain bounded', () => {
    const book = new CandleBook(1)
    for (const one of every(1_000, 5_000)) book.add(one)
    for (const interval of SHORT_INTERVALS) {
      expect(book.recent(interval).length).toBeLessThanOrEqual(1_000)
    }
    const [oldest] = book.recent('1s')
    expect(START + 4_999_000 - (oldest?.openTime ?? 0)).toBeGreaterThanOrEqual(899_000)
  })

  it('take ticks that the stored bars already include into the short intervals only', () => {
    const book = new CandleBook(1)
    book.coverUntil(START + 60_000)
    expect(book.add(tick(59_999))).toBe(false)
    expect(book.recent('1m')).toEqual([])
    expect(book.recent('5s')).toHaveLength(1)
    expect(book.add(tick(60_000))).toBe(true)
    expect(book.recent('1m')).toHaveLength(1)
    expect(book.recent('5s')).toHaveLength(2)
  })
})
