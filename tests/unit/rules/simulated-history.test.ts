import { describe, expect, it } from 'vitest'
import { isOpen } from '#rules/calendar.ts'
import { INTERVAL_MS } from '#rules/candles.ts'
import { simulatedHistory } from '#rules/simulated-history.ts'
import { SIMULATION_PARAMETERS } from '#rules/simulation-parameters.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'

const NOW = Date.parse('2026-11-18T13:07:31.500Z')
const WEEKEND = Date.parse('2026-11-21T03:10:00Z')

function historyOf(symbol: string, nowMs: number) {
  const parameters = SIMULATION_PARAMETERS.get(symbol)
  const product = PRODUCTS.find((each) => each.symbol === symbol)
  if (parameters === undefined || product === undefined) throw new Error(symbol)
  const { calendar } = product
  return simulatedHistory({ seed: 'cd'.repeat(32), parameters, calendar, nowMs })
}

describe.each(['ES', 'EURUSD', 'BTCUSDT'])('%s', (symbol) => {
  const stages = historyOf(symbol, NOW)
  const steps = stages.flatMap(({ interval, bars }) =>
    bars.map((bar) => ({ ...bar, end: bar.openTime + INTERVAL_MS[interval] })),
  )
  it('goes forward from coarse to fine without overlap', () => {
    expect(stages.map(({ interval }) => interval)).toEqual(['4h', '30m', '1m'])
    expect(steps.every((bar, i) => bar.openTime >= (steps[i - 1]?.end ?? 0))).toBe(true)
  })
  it('reaches back more than a year and ends with the minute before now', () => {
    expect(NOW - (steps[0]?.openTime ?? NOW)).toBeGreaterThan(390 * 86_400_000)
    expect(steps.at(-1)?.end).toBe(Date.parse('2026-11-18T13:07:00Z'))
  })
  it('continues each bar where the one before ended', () => {
    expect(steps.slice(1).every((bar, i) => bar.open === steps[i]?.close)).toBe(true)
    expect(
      steps.every(
        ({ open, close, high, low }) =>
          high >= Math.max(open, close) && low <= Math.min(open, close),
      ),
    ).toBe(true)
  })
})

it('has no minute in which the market was closed', () => {
  const minutes = historyOf('ES', NOW).at(-1)?.bars ?? []
  expect(minutes.every(({ openTime }) => isOpen('futures', openTime))).toBe(true)
})

it('ends with the close when the market is closed', () => {
  const last = historyOf('EURUSD', WEEKEND).at(-1)?.bars.at(-1)
  expect(last?.openTime).toBe(Date.parse('2026-11-20T21:59:00Z'))
})
