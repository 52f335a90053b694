/**
 * The candles of one product in memory: all intervals folded from the same ticks, and which bars are not stored yet.
 */
import { type Interval, INTERVALS } from '#contract/product.ts'
import { type Bar, type CandleTick, foldTick, INTERVAL_MS } from '#rules/candles.ts'
import type { Origin, StoredBar } from '#server/market/candle-store.ts'

/** Bars per interval in memory: as many as a chart shows at first. */
export const RECENT_BARS = 300
const SWEEP_AT = RECENT_BARS + 100

interface Series {
  bars: Bar[]
  /** The origin of the newest bar. */
  origin: Origin
  /** True if the bar has changed since it was last taken for storage. */
  isDirty: boolean
}

/** The candles of one product. */
export class CandleBook {
  readonly #productId: number
  readonly #series = new Map<Interval, Series>()
  /** Ticks before this time (ms) are already in the bars. */
  #coveredUntil = 0

  constructor(productId: number) {
    this.#productId = productId
    for (const interval of INTERVALS) {
      this.#series.set(interval, { bars: [], origin: 0, isDirty: false })
    }
  }

  /** Restores a stored bar at start. Bars must be given in order of time. */
  restore(interval: Interval, bar: Bar, origin: Origin): void {
    const series = this.#of(interval)
    series.bars.push({ ...bar })
    series.origin = origin
  }
  /** Ignores ticks before this time (ms), because the stored bars include them. */
  coverUntil(timeMs: number): void {
    this.#coveredUntil = timeMs
  }
  get coveredUntil(): number {
    return this.#coveredUntil
  }

  /** Whether a moment is after the current minute, so that the minute can be stored. */
  isMinuteOver(timeMs: number): boolean {
    const minute = this.#of('1m')
    const openTime = minute.bars.at(-1)?.openTime ?? 0
    return minute.isDirty && timeMs >= openTime + INTERVAL_MS['1m']
  }

  /** Copies of every interval's newest bar that is not stored yet. All copies include the same ticks. */
  takeUnstored(): StoredBar[] {
    const taken: StoredBar[] = []
    for (const [interval, series] of this.#series) {
      const bar = series.bars.at(-1)
      if (!series.isDirty || bar === undefined) continue
      series.isDirty = false
      const { origin } = series
      taken.push({ productId: this.#productId, interval, bar: { ...bar }, origin })
    }
    return taken
  }

  /** Adds a tick. False if the tick is older than what the bars cover. */
  add(tick: CandleTick): boolean {
    if (tick.timeMs < this.#coveredUntil) return false
    for (const [interval, series] of this.#series) {
      const last = series.bars.at(-1)
      const bar = foldTick(last, tick, INTERVAL_MS[interval])
      if (bar !== last) {
        series.bars.push(bar)
        series.origin = 0
        if (series.bars.length > SWEEP_AT) series.bars = series.bars.slice(-RECENT_BARS)
      } else if (series.origin === 1) series.origin = 2
      series.isDirty = true
    }
    return true
  }

  /** The newest bar of an interval. */
  newest(interval: Interval): Bar | undefined {
    return this.#of(interval).bars.at(-1)
  }
  /** The bars of an interval in memory, oldest first. */
  recent(interval: Interval): readonly Bar[] {
    return this.#of(interval).bars
  }

  #of(interval: Interval): Series {
    const series = this.#series.get(interval)
    if (series === undefined) throw new Error(`no interval ${interval}`)
    return series
  }
}
