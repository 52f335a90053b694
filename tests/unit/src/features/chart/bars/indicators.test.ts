import { describe, expect, it } from 'vitest'
import {
  createIndicator,
  type IndicatorName,
  type IndicatorValues,
  OVERLAYS,
  STUDIES,
} from '#features/chart/bars/indicators.ts'

/** Wilder's own series as published with the RSI's usual worked example (14 bars). */
const WILDER = [
  44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
  46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
]
const walk = Array.from(
  { length: 120 },
  (_, i) => 1000 + Math.round(80 * Math.sin(i / 7)) + (i % 5),
)

const runAll = (name: IndicatorName, closes: readonly number[]): IndicatorValues[] => {
  const indicator = createIndicator(name)
  return closes.map((close) => indicator.add(close))
}
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

describe('indicators', () => {
  it('MA is the plain mean of the last bars, and silent before', () => {
    const values = runAll('ma', walk)
    expect(values[3]?.['ma5']).toBeNull()
    expect(values[4]?.['ma5']).toBeCloseTo(mean(walk.slice(0, 5)), 9)
    expect(values[119]?.['ma30']).toBeCloseTo(mean(walk.slice(90)), 9)
  })

  it('EMA weighs each bar 2/(n+1)', () => {
    let expected = walk[0] ?? 0
    for (const close of walk.slice(1)) expected += (2 / 13) * (close - expected)
    expect(runAll('ema', walk)[119]?.['ema12']).toBeCloseTo(expected, 9)
    expect(runAll('ema', walk)[10]?.['ema12']).toBeNull()
  })

  it('BOLL stands two population deviations around the mean of 20', () => {
    const last = walk.slice(100)
    const deviation = Math.sqrt(mean(last.map((close) => (close - mean(last)) ** 2)))
    const bands = runAll('boll', walk)[119]
    expect(bands?.['middle']).toBeCloseTo(mean(last), 9)
    expect(bands?.['upper']).toBeCloseTo(mean(last) + 2 * deviation, 9)
    expect(bands?.['lower']).toBeCloseTo(mean(last) - 2 * deviation, 9)
  })

  it('MACD is the difference of EMA 12 and 26, its signal the EMA 9 of that', () => {
    const ema = (n: number, of: readonly number[]): number[] => {
      const all: number[] = []
      for (const value of of) {
        const before = all.at(-1) ?? value
        all.push(before + (2 / (n + 1)) * (value - before))
      }
      return all
    }
    const short = ema(12, walk)
    const macd = ema(26, walk).map((long, i) => (short[i] ?? 0) - long)
    const got = runAll('macd', walk)[119]
    expect(got?.['macd']).toBeCloseTo(macd[119] ?? 0, 9)
    expect(got?.['signal']).toBeCloseTo(ema(9, macd.slice(25)).at(-1) ?? 0, 9)
    expect(got?.['histogram']).toBeCloseTo((got?.['macd'] ?? 0) - (got?.['signal'] ?? 0), 9)
  })

  it('RSI agrees with the published worked example', () => {
    const values = runAll('rsi', WILDER)
    expect(values[13]?.['rsi']).toBeNull()
    expect(values[14]?.['rsi']).toBeCloseTo(70.53, 1)
    expect(values[19]?.['rsi']).toBeCloseTo(57.97, 1)
  })

  it.each([...OVERLAYS, ...STUDIES])(
    '%s: replacing the living bar many times equals having seen its last value only',
    (name) => {
      const live = createIndicator(name)
      for (const close of walk) {
        live.add(close + 37)
        live.replace(close - 21)
        live.replace(close)
      }
      const plain = runAll(name, [...walk, 1111]).at(-1) ?? {}
      const got = live.add(1111)
      for (const line of live.lines) expect(got[line]).toBeCloseTo(plain[line] ?? NaN, 9)
    },
  )
})
