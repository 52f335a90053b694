import fc from 'fast-check'
import { expect, it } from 'vitest'
import { INTERVALS, STORED_INTERVALS } from '#contract/product.ts'
import { type Bar, barsOfBars, barsOfTicks, type CandleTick, INTERVAL_MS } from '#rules/candles.ts'

/** Steps often land exactly on a minute, and often repeat the millisecond. */
const step = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 5_000 }),
  fc.constantFrom(999, 1_000, 4_999, 5_000, 59_999, 60_000, 60_001, 299_999, 3_600_000),
)
const ticks = fc
  .array(
    fc.record({
      step,
      price: fc.integer({ min: 1, max: 50 }),
      size: fc.integer({ min: 0, max: 9 }),
    }),
    { maxLength: 80 },
  )
  .map((items) => {
    let timeMs = 1_700_000_040_000
    return items.map(({ step, price, size }): CandleTick => {
      timeMs += step
      return { timeMs, price, size }
    })
  })

/** Independent: groups first, then looks at each group as a whole. */
function byHand(all: readonly CandleTick[], lengthMs: number): Bar[] {
  const groups = Map.groupBy(all, ({ timeMs }) => Math.floor(timeMs / lengthMs) * lengthMs)
  return [...groups].map(([openTime, group]) => {
    const prices = group.map(({ price }) => price)
    return {
      openTime,
      open: prices[0] ?? 0,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1) ?? 0,
      volume: group.reduce((sum, { size }) => sum + size, 0),
      turnover: BigInt(group.reduce((sum, { price, size }) => sum + price * size, 0)),
    }
  })
}

it.each(INTERVALS)('folds ticks into %s bars as grouping them by hand does', (interval) => {
  fc.assert(
    fc.property(ticks, (all) => {
      expect(barsOfTicks(all, interval)).toEqual(byHand(all, INTERVAL_MS[interval]))
    }),
  )
})

it.each(STORED_INTERVALS)(
  'folds minute bars into the same %s bars as the ticks give',
  (interval) => {
    fc.assert(
      fc.property(ticks, (all) => {
        expect(barsOfBars(barsOfTicks(all, '1m'), interval)).toEqual(barsOfTicks(all, interval))
      }),
    )
  },
)
