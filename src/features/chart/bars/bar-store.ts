import type { Candle } from '#contract/product.ts'

/** What has to be redrawn after a change: only the last bar, one additional bar, or everything. */
export type BarChange =
  | { kind: 'tail'; bar: Candle }
  | { kind: 'next'; bar: Candle }
  | { kind: 'all' }

/** The bars of one product and interval, in order of their open time. */
export interface BarStore {
  /** The length of an interval. */
  barMs: number
  bars(): readonly Candle[]
  /** A new snapshot from the stream. Older bars are kept when they adjoin it without a gap. */
  reset(candles: readonly Candle[]): void
  upsert(candles: readonly Candle[]): BarChange[]
  /** Inserts older bars at the front and skips those that are already there. Returns the number of new bars. */
  prepend(older: readonly Candle[]): number
  /** The index of the last bar that opens at or before the time; -1 when there is none. */
  indexAt(timeMs: number): number
  /** The position of a time on the scale of bars. After the last bar it continues by the interval. */
  positionOf(timeMs: number): number
}

export function createBarStore(barMs: number): BarStore {
  let bars: Candle[] = []

  const indexAt = (timeMs: number): number => {
    let low = 0
    let high = bars.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((bars[middle]?.[0] ?? 0) <= timeMs) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  const put = (bar: Candle): BarChange => {
    const last = bars.at(-1)
    if (last === undefined || bar[0] > last[0]) {
      bars.push(bar)
      return { kind: 'next', bar }
    }
    if (bar[0] === last[0]) {
      bars[bars.length - 1] = bar
      return { kind: 'tail', bar }
    }
    const at = indexAt(bar[0])
    const known = bars[at]?.[0] === bar[0]
    bars.splice(known ? at : at + 1, known ? 1 : 0, bar)
    return { kind: 'all' }
  }

  return {
    barMs,
    bars: () => bars,
    reset: (candles) => {
      const first = candles[0]
      const older = first === undefined ? [] : bars.filter((bar) => bar[0] < first[0])
      const joins = (older.at(-1)?.[0] ?? 0) + barMs >= (first?.[0] ?? 0)
      bars = joins ? [...older, ...candles] : [...candles]
    },
    upsert: (candles) => candles.map(put),
    prepend: (older) => {
      const first = bars[0]
      const before = first === undefined ? older : older.filter((bar) => bar[0] < first[0])
      bars = [...before, ...bars]
      return before.length
    },
    indexAt,
    positionOf: (timeMs) => {
      const at = indexAt(timeMs)
      const open = bars[at]?.[0]
      if (open === undefined) return -1
      const into = (timeMs - open) / barMs
      return at === bars.length - 1 ? at + into : at + Math.min(into, 1)
    },
  }
}
