import { SECOND_MS } from '#contract/time.ts'
import type { UTCTimestamp } from 'lightweight-charts'
import type { Candle } from '#contract/product.ts'
import type { BarStore } from '#features/chart/bars/bar-store.ts'

/** When a bar opens, in the seconds of the library. */
export const secondsOf = (bar: Candle): UTCTimestamp => (bar[0] / SECOND_MS) as UTCTimestamp

/** Between times and positions on a scale of bars, in both directions and beyond both ends. */
export interface BarTimes {
  positionOf(timeMs: number): number
  timeAt(position: number): number
}

/** A time without bars, as when a market is closed, has no width on the scale. */
export function createBarTimes(store: BarStore, barMs: number): BarTimes {
  const firstMs = (): number => store.bars()[0]?.[0] ?? 0
  return {
    positionOf: (timeMs) =>
      timeMs < firstMs() || store.bars().length === 0
        ? (timeMs - firstMs()) / barMs
        : store.positionOf(timeMs),
    timeAt: (position) => {
      const bars = store.bars()
      const at = Math.min(Math.max(0, Math.floor(position)), Math.max(0, bars.length - 1))
      const open = bars[at]?.[0] ?? 0
      const next = bars[at + 1]?.[0]
      const passed = (position - at) * barMs
      return next === undefined ? open + passed : open + Math.min(passed, next - open)
    },
  }
}
