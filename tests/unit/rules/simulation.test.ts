import { HOUR_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import {
  type Chance,
  createWalker,
  type EpochSeries,
  MAX_INTERVAL_MS,
  roundedByChance,
  scaleOf,
  simulatedSeries,
} from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS, type SimulationParameters } from '#rules/simulation-parameters.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { sha256 } from '#support/chained.ts'

const parametersOf = (symbol: string): SimulationParameters => {
  const parameters = SIMULATION_PARAMETERS.get(symbol)
  if (parameters === undefined) throw new Error(symbol)
  return parameters
}
function seriesOf(symbol: string, change: Partial<EpochSeries> = {}) {
  const parameters = parametersOf(symbol)
  const next = simulatedSeries({
    seed: '5eed'.repeat(16),
    startsAt: HOUR_MS,
    endsAt: 2 * HOUR_MS,
    startPrice: parameters.anchor,
    parameters,
    ...change,
  })
  const ticks = []
  for (let tick = next(); tick !== null; tick = next()) ticks.push(tick)
  return ticks
}
const digest = (symbol: string): string => sha256(JSON.stringify(seriesOf(symbol)))

it('has parameters for every product, under its id', () => {
  expect([...SIMULATION_PARAMETERS].map(([symbol, { productId }]) => [symbol, productId])).toEqual(
    PRODUCTS.map(({ symbol, id }) => [symbol, id]),
  )
})

it('is the published series, to the last bit, on every machine', () => {
  expect(digest('EURUSD').slice(0, 16)).toBe('73614320d3ff1f7d')
  expect(digest('BTCUSDT').slice(0, 16)).toBe('d0702843f7fc2c09')
})

describe.each([...SIMULATION_PARAMETERS.keys()])('%s', (symbol) => {
  const ticks = seriesOf(symbol)
  it('never rests longer than an order can wait, the seams included', () => {
    const times = [HOUR_MS, ...ticks.map(({ timeMs }) => timeMs), 2 * HOUR_MS]
    const waits = times.slice(1).map((time, i) => time - (times[i] ?? 0))
    expect(Math.min(...waits)).toBeGreaterThan(0)
    expect(Math.max(...waits)).toBeLessThanOrEqual(MAX_INTERVAL_MS)
    expect(waits[0]).toBeLessThanOrEqual(400)
  })
  it('has positive whole prices and sizes, and moves less than a tenth in an hour', () => {
    expect(ticks.every(({ price, size }) => Number.isInteger(price) && price > 0 && size > 0)).toBe(
      true,
    )
    const { anchor } = parametersOf(symbol)
    expect(Math.max(...ticks.map(({ price }) => Math.abs(price / anchor - 1)))).toBeLessThan(0.1)
  })
})

it('depends on the seed and on the start price', () => {
  const prices = seriesOf('EURUSD').map(({ price }) => price)
  const other = seriesOf('EURUSD', { seed: 'ab'.repeat(32) }).map(({ price }) => price)
  expect(other).not.toEqual(prices)
  const first = seriesOf('EURUSD', { startPrice: 100_000 })[0]?.price ?? 0
  expect(Math.abs(first - 100_000)).toBeLessThan(100)
})

it('clusters: quiet follows quiet and wild follows wild', () => {
  const ticks = seriesOf('BTCUSDT', { endsAt: 12 * HOUR_MS })
  const moves = ticks.slice(1).map(({ price, timeMs }, i) => {
    const before = ticks[i]
    return before ? (price - before.price) ** 2 / (timeMs - before.timeMs) : 0
  })
  const capped = moves.map((move) => Math.sqrt(move))
  const mean = capped.reduce((a, b) => a + b) / capped.length
  let together = 0
  let own = 0
  capped.forEach((move, i) => {
    own += (move - mean) ** 2
    together += (move - mean) * ((capped[i + 5] ?? mean) - mean)
  })
  expect(together / own).toBeGreaterThan(0.02)
})

/** Numbers of a fixed stream, with every normal one negated if `sign` is −1. */
function mirrored(sign: 1 | -1): Chance {
  let n = 0
  const next = (): number => (n = (n * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  return { uniform: next, normal: () => sign * (next() + next() + next() - 1.5) * 2 }
}

it.each(['NG', 'UKOIL', 'EURUSD', 'BTCUSDT'])('%s falls as it would have risen', (symbol) => {
  const parameters = parametersOf(symbol)
  const start = Math.round(parameters.anchor * 1.3)
  const up = createWalker(mirrored(1), start, parameters)
  const down = createWalker(mirrored(-1), start, parameters)
  let moves = 0
  for (let i = 0; i < 20_000; i++) {
    const before = up.price
    up.step(900)
    down.step(900)
    expect(down.price - start).toBe(start - up.price)
    moves += up.price === before ? 0 : 1
  }
  expect(moves).toBeGreaterThan(1_000)
})

it('rounds by chance to a whole number with the same mean, and alike on both sides of zero', () => {
  const uniforms = Array.from({ length: 1_000 }, (_, i) => (i + 0.5) / 1_000)
  for (const value of [0.001, 0.25, 0.5, 0.999, 3.4]) {
    const rounded = uniforms.map((u) =>
      roundedByChance({ uniform: () => u, normal: () => 0 }, value),
    )
    const below = uniforms.map((u) =>
      roundedByChance({ uniform: () => u, normal: () => 0 }, -value),
    )
    expect(rounded.every(Number.isInteger)).toBe(true)
    expect(rounded.reduce((a, b) => a + b) / 1_000).toBeCloseTo(value, 6)
    expect(below.map((each) => 0 - each)).toEqual(rounded)
  }
})

it('has steps of one size near the anchor, and steps relative to the price beyond', () => {
  expect([800, 900, 1_000, 1_250].map((price) => scaleOf(price, 1_000))).toEqual(
    Array.from({ length: 4 }, () => 1_000),
  )
  expect(scaleOf(100, 1_000)).toBe(125)
  expect(scaleOf(4_000, 1_000)).toBe(3_200)
})

it('moves often enough on every grid: no price rests for two minutes', () => {
  for (const symbol of SIMULATION_PARAMETERS.keys()) {
    let last = { price: 0, timeMs: HOUR_MS }
    let longest = 0
    for (const tick of seriesOf(symbol, { endsAt: 3 * HOUR_MS })) {
      if (tick.price === last.price) longest = Math.max(longest, tick.timeMs - last.timeMs)
      else last = tick
    }
    expect([symbol, longest < 120_000]).toEqual([symbol, true])
  }
})

it('stays plausible: three years of the most volatile product leave no price near zero', () => {
  for (const run of ['a', 'b', 'c', 'd']) {
    const day = { ...parametersOf('DOGEUSDT'), yearlyVolatility: 0.85 * Math.sqrt(24) }
    let price = day.anchor
    for (let days = 0; days < 1_000; days++) {
      // One hour represents a day of movement, and two minutes of ticks for the hour.
      const parameters = { ...day, yearlyVolatility: day.yearlyVolatility * Math.sqrt(30) }
      const endsAt = HOUR_MS + 120_000
      const seed = sha256(`${run} ${days}`)
      price =
        seriesOf('DOGEUSDT', { seed, endsAt, startPrice: price, parameters }).at(-1)?.price ?? 0
    }
    expect(price / day.anchor).toBeGreaterThan(0.01)
    expect(price / day.anchor).toBeLessThan(20)
  }
})
