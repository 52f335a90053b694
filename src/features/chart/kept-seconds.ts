import type { Candle } from '#contract/product.ts'
import type { LastBars } from '#features/chart/last-bars.ts'
import type { PricePoint } from '#features/chart/tick-grid.ts'
import { type Bar, candleOf, foldTick, INTERVAL_MS } from '#rules/candles.ts'

const WRITE_EVERY_MS = 5_000
/** More than this is not stored anyway. */
const MAX_SECONDS = 150

const barOf = ([openTime, open, high, low, close, volume]: Candle): Bar => ({
  openTime,
  open,
  high,
  low,
  close,
  volume,
  turnover: 0n,
})

/** The newest seconds of the live line, stored now and then for a visit without a network. */
export interface KeptSeconds {
  /** Forgets what was before a time of which the prices are not known; `before` brings it back when they are. */
  restart(): void
  /** Puts past seconds before those of the quotes. */
  before(candles: readonly Candle[]): void
  /** Adds a quote, as of a server time. */
  add(point: PricePoint, asOf: number): void
}

export function createKeptSeconds(last: LastBars): KeptSeconds {
  let bars: Bar[] = []
  let writtenAt = 0
  return {
    restart: () => {
      bars = []
    },
    before: (candles) => {
      const first = bars[0]?.openTime ?? Number.POSITIVE_INFINITY
      const older = candles.filter(([openTime]) => openTime < first)
      bars = [...older.map(barOf), ...bars].slice(-MAX_SECONDS)
    },
    add: ({ timeMs, price }, asOf) => {
      const newest = bars.at(-1)
      if (newest !== undefined && timeMs < newest.openTime) return
      const bar = foldTick(newest, { timeMs, price, size: 0 }, INTERVAL_MS['1s'])
      if (bar !== newest) bars.push(bar)
      if (asOf - writtenAt < WRITE_EVERY_MS) return
      writtenAt = asOf
      bars = bars.slice(-MAX_SECONDS)
      last.write(bars.map(candleOf), asOf)
    },
  }
}
