import {
  BOLL,
  EMA_LENGTHS,
  type IndicatorName,
  MA_LENGTHS,
  MACD_LENGTHS,
  RSI_LENGTH,
} from '#features/chart/bars/indicators.ts'

const PARAMETERS: Record<IndicatorName, readonly number[]> = {
  ma: MA_LENGTHS,
  ema: EMA_LENGTHS,
  boll: [BOLL.length, BOLL.deviations],
  macd: [MACD_LENGTHS.short, MACD_LENGTHS.long, MACD_LENGTHS.signal],
  rsi: [RSI_LENGTH],
}

/** An indicator with its parameters, as trading charts write it in every language: MACD (12, 26, 9). */
export const indicatorTitle = (name: IndicatorName): string =>
  `${name.toUpperCase()} (${PARAMETERS[name].join(', ')})`

const NAMED_LINES = ['upper', 'middle', 'lower', 'macd', 'signal', 'histogram'] as const

/**
 * The text key of one of an indicator's lines, which has its usual name in each language: DIF in Chinese, MACD in
 * English. Null for a line that is called the same everywhere, such as MA5.
 */
export const lineKey = (line: string): (typeof NAMED_LINES)[number] | null =>
  NAMED_LINES.find((each) => each === line) ?? null
