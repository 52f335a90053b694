import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { barsOfTicks, type CandleTick } from '#rules/candles.ts'
import { createDayWindow, type DayStats, edgeMinuteOf } from '#rules/day-stats.ts'

const START = 1_700_000_000_000 - (1_700_000_000_000 % MINUTE_MS)

/** Independent: every tick ever, filtered at each question. */
function byHand(all: readonly CandleTick[], now: number): DayStats | undefined {
  const known = all.filter(({ timeMs }) => timeMs <= now)
  const last = known.at(-1)?.price
  if (last === undefined) return undefined
  const inside = known.filter(({ timeMs }) => timeMs > now - DAY_MS)
  const before = known.filter(({ timeMs }) => timeMs <= now - DAY_MS).at(-1)?.price
  if (inside.length === 0) {
    return { last, reference: last, high: last, low: last, volume: 0, turnover: 0n }
  }
  const prices = inside.map(({ price }) => price)
  return {
    last,
    reference: before ?? prices[0] ?? last,
    high: Math.max(...prices),
    low: Math.min(...prices),
    volume: inside.reduce((sum, { size }) => sum + size, 0),
    turnover: BigInt(inside.reduce((sum, { price, size }) => sum + price * size, 0)),
  }
}

/** Long steps reach the window's end within a few ticks; ±1 ms steps sit on its edges. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 40_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 59_999, 60_000, 3_600_000) },
  { weight: 2, arbitrary: fc.constantFrom(DAY_MS - 1, DAY_MS, DAY_MS + 1, DAY_MS / 2, 30_000_000) },
)
const item = fc.record({
  step,
  price: fc.integer({ min: 1, max: 30 }),
  size: fc.integer({ min: 0, max: 5 }),
  /** Asks this long after the tick, if the next tick is not earlier. */
  askAfter: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70_000 }), fc.constant(DAY_MS)),
})

function ticksOf(items: readonly { step: number; price: number; size: number }[]): CandleTick[] {
  let timeMs = START
  return items.map(({ step, price, size }) => {
    timeMs += step
    return { timeMs, price, size }
  })
}
const minuteTicks = (all: readonly CandleTick[], openTime: number): CandleTick[] =>
  all.filter(({ timeMs }) => timeMs >= openTime && timeMs < openTime + MINUTE_MS)

it('equals a look at every tick, at each moment asked, the window edges included', () => {
  // Questions whose far edge has ticks of its own minute inside.
  let partial = 0
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 60 }), (items) => {
      const all = ticksOf(items)
      const window = createDayWindow()
      all.forEach((tick, i) => {
        window.add(tick)
        const until = (all[i + 1]?.timeMs ?? Number.POSITIVE_INFINITY) - 1
        const now = Math.max(tick.timeMs, Math.min(tick.timeMs + (items[i]?.askAfter ?? 0), until))
        const edge = edgeMinuteOf(now)
        const edgeTicks = minuteTicks(all, edge)
        const insideEdge = edgeTicks.filter(({ timeMs }) => timeMs > now - DAY_MS).length
        if (insideEdge > 0) partial += 1
        window.provideTicks(edge, edgeTicks)
        expect(window.at(now)).toEqual(byHand(all.slice(0, i + 1), now))
      })
    }),
    { numRuns: 400 },
  )
  expect(partial).toBeGreaterThan(50)
})

it('is the same after a restart from whole minutes and the ticks since', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 2, maxLength: 60 }), fc.nat(), (items, pick) => {
      const all = ticksOf(items)
      const covered = Math.floor((all[pick % all.length]?.timeMs ?? 0) / MINUTE_MS) * MINUTE_MS
      const now = all.at(-1)?.timeMs ?? 0
      const edge = edgeMinuteOf(now)
      const window = createDayWindow()
      const minutes = barsOfTicks(
        all.filter(({ timeMs }) => timeMs < covered),
        '1m',
      )
      const before = minutes.filter(({ openTime }) => openTime < edge).at(-1)
      const kept = minutes.filter(({ openTime }) => openTime >= edge)
      for (const bar of before ? [before, ...kept] : kept) window.addMinute(bar)
      window.provideTicks(edge, minuteTicks(all, edge))
      for (const tick of all.filter(({ timeMs }) => timeMs >= covered)) window.add(tick)
      expect(window.at(now)).toEqual(byHand(all, now))
    }),
    { numRuns: 400 },
  )
})
