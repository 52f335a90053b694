import { BollingerBands, EMA, MACD, RSI, SMA } from 'trading-signals'

export const OVERLAYS = ['ma', 'ema', 'boll'] as const
export const STUDIES = ['macd', 'rsi'] as const
type Overlay = (typeof OVERLAYS)[number]
type Study = (typeof STUDIES)[number]
export type IndicatorName = Overlay | Study

/** The usual settings of trading charts; each number is a count of bars. */
export const MA_LENGTHS = [5, 10, 30] as const
export const EMA_LENGTHS = [12, 26] as const
export const BOLL = { length: 20, deviations: 2 } as const
export const MACD_LENGTHS = { short: 12, long: 26, signal: 9 } as const
export const RSI_LENGTH = 14

/** Values by line name; null until enough bars are known. */
export type IndicatorValues = Record<string, number | null>

/**
 * A streaming indicator over closing prices: `add` appends a new bar, and `replace` updates the last bar while it is
 * not complete.
 */
export interface Indicator {
  lines: readonly string[]
  add(close: number): IndicatorValues
  replace(close: number): IndicatorValues
}

interface Source<Result> {
  isStable: boolean
  update(close: number, replace: boolean): Result | null
}

/** Averages under names such as `ma5`, null until the full number of bars is known. */
function averages(
  prefix: string,
  lengths: readonly number[],
  make: (n: number) => Source<number>,
): Indicator {
  const sources = lengths.map((length) => ({ name: `${prefix}${length}`, source: make(length) }))
  const step = (close: number, replace: boolean): IndicatorValues =>
    Object.fromEntries(
      sources.map(({ name, source }) => {
        const value = source.update(close, replace)
        return [name, source.isStable ? value : null]
      }),
    )
  return streaming(
    sources.map(({ name }) => name),
    step,
  )
}

function streaming(
  lines: readonly string[],
  step: (close: number, replace: boolean) => IndicatorValues,
): Indicator {
  return { lines, add: (close) => step(close, false), replace: (close) => step(close, true) }
}

function bollinger(): Indicator {
  const source = new BollingerBands(BOLL.length, BOLL.deviations)
  return streaming(['upper', 'middle', 'lower'], (close, replace) => {
    const bands = source.update(close, replace)
    return {
      upper: bands?.upper ?? null,
      middle: bands?.middle ?? null,
      lower: bands?.lower ?? null,
    }
  })
}

function macd(): Indicator {
  const { short, long, signal } = MACD_LENGTHS
  const source = new MACD(new EMA(short), new EMA(long), new EMA(signal))
  return streaming(['macd', 'signal', 'histogram'], (close, replace) => {
    const value = source.update(close, replace)
    return {
      macd: value?.macd ?? null,
      signal: value?.signal ?? null,
      histogram: value?.histogram ?? null,
    }
  })
}

function rsi(): Indicator {
  const source = new RSI(RSI_LENGTH)
  return streaming(['rsi'], (close, replace) => ({ rsi: source.update(close, replace) }))
}

export function createIndicator(name: IndicatorName): Indicator {
  switch (name) {
    case 'ma':
      return averages('ma', MA_LENGTHS, (length) => new SMA(length))
    case 'ema':
      return averages('ema', EMA_LENGTHS, (length) => new EMA(length))
    case 'boll':
      return bollinger()
    case 'macd':
      return macd()
    case 'rsi':
      return rsi()
  }
}
