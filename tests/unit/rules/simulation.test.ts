import { describe, expect, it } from 'vitest'
import { type EpochSeries, MAX_INTERVAL_MS, simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS, type SimulationParameters } from '#rules/simulation-parameters.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { sha256 } from '#support/chained.ts'

const HOUR_MS = 3_600_000
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
  expect(digest('EURUSD').slice(0, 16)).toBe('5bd4b5bb28f5d77a')
  expect(digest('BTCUSDT').slice(0, 16)).toBe('3835ed2a8014690a')
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

it('comes back: a year of hours does not run away from the anchor', () => {
  const { anchor } = parametersOf('GC')
  let price = anchor
  for (let hour = 0; hour < 300; hour++) {
    const seed = sha256(`hour ${hour}`)
    const parameters = { ...parametersOf('GC'), meanIntervalMs: 60_000 }
    price = seriesOf('GC', { seed, startPrice: price, parameters }).at(-1)?.price ?? price
  }
  expect(Math.abs(price / anchor - 1)).toBeLessThan(0.2)
})
