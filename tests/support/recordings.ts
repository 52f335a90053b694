/** Recorded ticks to replay: real ones where they are at hand, else a simulated quarter of an hour as a recording. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS } from '#rules/simulation-parameters.ts'

/** A folder of real recordings, if the machine that runs the tests has one. */
const REAL = process.env['MARKET_DATA']
const FILES = {
  EURUSD: { name: 'EURUSD_oanda_ticks.csv', decimals: 5 },
  BTCUSDT: { name: 'BTCUSDT_binance_spot_ticks.csv', decimals: 2 },
} as const
const RECORDED_AT = Date.parse('2024-08-08T23:54:00Z')
const LENGTH_MS = 900_000

function simulatedCsv(symbol: keyof typeof FILES): string {
  const parameters = SIMULATION_PARAMETERS.get(symbol)
  if (parameters === undefined) throw new Error(`${symbol} is not simulated`)
  const next = simulatedSeries({
    seed: '5eed'.repeat(16),
    startsAt: RECORDED_AT,
    endsAt: RECORDED_AT + LENGTH_MS,
    startPrice: parameters.anchor,
    parameters,
  })
  const lines = ['time_ms,price,size']
  const { decimals } = FILES[symbol]
  for (let tick = next(); tick !== null; tick = next()) {
    const digits = tick.price.toString().padStart(decimals + 1, '0')
    lines.push(`${tick.timeMs},${digits.slice(0, -decimals)}.${digits.slice(-decimals)},0`)
  }
  return `${lines.join('\n')}\n`
}

/** Puts one file a product into the folder. */
export function recordingsInto(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const symbol of ['EURUSD', 'BTCUSDT'] as const) {
    const { name } = FILES[symbol]
    if (REAL !== undefined) copyFileSync(join(REAL, name), join(folder, name))
    else writeFileSync(join(folder, name), simulatedCsv(symbol))
  }
}
