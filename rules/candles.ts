/** Candles as a pure fold of ticks, aligned to UTC, so that server, browser and CSV exports compute the same bars. */
import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import type { Candle, Interval } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'

/** The length of each interval in milliseconds. */
export const INTERVAL_MS: Record<Interval, number> = {
  '1s': SECOND_MS,
  '5s': 5 * SECOND_MS,
  '15s': 15 * SECOND_MS,
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
}

/** The part of a tick that candles need. Price and size are scaled integers of the product. */
export interface CandleTick {
  timeMs: number
  price: number
  size: number
}

/** One bar. Prices and volume are scaled integers; `turnover` is Σ price × size, scaled by both decimals. */
export interface Bar {
  openTime: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  turnover: bigint
}

/** The start (ms) of the interval that contains `timeMs`, aligned to UTC. */
export const openTimeOf = (timeMs: number, intervalMs: number): number =>
  timeMs - (timeMs % intervalMs)

/** The turnover of one tick: price × size, scaled by the decimals of both. */
export const turnoverOf = (price: number, size: number): bigint =>
  size === 0 ? 0n : BigInt(price) * BigInt(size)

/**
 * Adds a tick to a bar. A tick inside the bar's interval changes `bar` and returns it; a later tick returns a new bar.
 */
export function foldTick(bar: Bar | undefined, tick: CandleTick, intervalMs: number): Bar {
  const openTime = openTimeOf(tick.timeMs, intervalMs)
  const { price, size } = tick
  const turnover = turnoverOf(price, size)
  if (bar === undefined || bar.openTime !== openTime) {
    return { openTime, open: price, high: price, low: price, close: price, volume: size, turnover }
  }
  if (price > bar.high) bar.high = price
  if (price < bar.low) bar.low = price
  bar.close = price
  bar.volume += size
  bar.turnover += turnover
  return bar
}

/** Adds a finer bar to a coarser one, by the same rule as `foldTick`. The finer bars must be in order of time. */
function foldBar(bar: Bar | undefined, finer: Bar, intervalMs: number): Bar {
  const openTime = openTimeOf(finer.openTime, intervalMs)
  if (bar === undefined || bar.openTime !== openTime) return { ...finer, openTime }
  bar.high = Math.max(bar.high, finer.high)
  bar.low = Math.min(bar.low, finer.low)
  bar.close = finer.close
  bar.volume += finer.volume
  bar.turnover += finer.turnover
  return bar
}

function collect<T>(items: Iterable<T>, fold: (bar: Bar | undefined, item: T) => Bar): Bar[] {
  const bars: Bar[] = []
  for (const item of items) {
    const last = bars.at(-1)
    const next = fold(last, item)
    if (next !== last) bars.push(next)
  }
  return bars
}

/** All bars of ticks in order of time. An interval without a tick has no bar. */
export const barsOfTicks = (ticks: Iterable<CandleTick>, interval: Interval): Bar[] =>
  collect(ticks, (bar, tick) => foldTick(bar, tick, INTERVAL_MS[interval]))

/** Coarser bars from finer ones in order of time. The finer interval must divide `interval`. */
export const barsOfBars = (finer: Iterable<Bar>, interval: Interval): Bar[] =>
  collect(finer, (bar, item) => foldBar(bar, item, INTERVAL_MS[interval]))

/** Converts a bar to the tuple that the API and the socket send. */
export const candleOf = (bar: Bar): Candle => [
  timeMs.parse(bar.openTime),
  bar.open,
  bar.high,
  bar.low,
  bar.close,
  bar.volume,
]
