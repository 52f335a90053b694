/**
 * The candles of one product in memory: all intervals folded from the same ticks, and which bars are not stored yet.
 */
import { type Interval, INTERVALS, SHORT_INTERVALS } from '#contract/product.ts'
import { type Bar, type CandleTick, foldTick, INTERVAL_MS } from '#rules/candles.ts'
import type { Origin, StoredBar } from '#server/market/candle-store.ts'

/** Bars per stored interval in memory, and per snapshot of any interval: as many as a chart shows at first. */
export const RECENT_BARS = 300
/** Bars per short interval in memory. They are all that exist of it: a quarter of an hour of seconds. */
const SHORT_BARS = 900
const SWEEP_AFTER = 100

/** True for intervals that are stored nowhere, because their bars would outnumber the ticks of a quiet product. */
export const isShort = (interval: Interval): boolean =>
  SHORT_INTERVALS.some((short) => short === interval)

interface Series {
  interval: Interval
  bars: Bar[]
  /** The origin of the newest bar. */
  origin: Origin
  /** True if the bar has changed since it was last taken for storage. */
  isDirty: boolean
}

/** Folds a tick into the newest bar, or appends a bar and removes the oldest ones. */
function fold(series: Series, tick: CandleTick): void {
  const last = series.bars.at(-1)
  const bar = foldTick(last, tick, INTERVAL_MS[series.interval])
  if (bar !== last) {
    const kept = isShort(series.interval) ? SHORT_BARS : RECENT_BARS
    series.bars.push(bar)
    series.origin = 0
    if (series.bars.length > kept + SWEEP_AFTER) series.bars = series.bars.slice(-kept)
  } else if (series.origin === 1) series.origin = 2
}

/** The candles of one product. */
export class CandleBook {
  readonly #productId: number
  readonly #stored: Series[] = []
  readonly #short: Series[] = []
  readonly #series = new Map<Interval, Series>()
  /** Ticks before this time (ms) are already in the stored bars. */
  #coveredUntil = 0

  constructor(productId: number) {
    this.#productId = productId
    for (const interval of INTERVALS) {
      const series: Series = { interval, bars: [], origin: 0, isDirty: false }
      this.#series.set(interval, series)
      if (isShort(interval)) this.#short.push(series)
      else this.#stored.push(series)
    }
  }

  /** Restores a stored bar at start. Bars must be given in order of time. */
  restore(interval: Interval, bar: Bar, origin: Origin): void {
    const series = this.#of(interval)
    series.bars.push({ ...bar })
    series.origin = origin
  }
  /** Keeps ticks before this time (ms) out of the stored intervals, because the stored bars include them. */
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

  /** Copies of every stored interval's newest bar that is not stored yet. All copies include the same ticks. */
  takeUnstored(): StoredBar[] {
    const taken: StoredBar[] = []
    for (const series of this.#stored) {
      const bar = series.bars.at(-1)
      if (!series.isDirty || bar === undefined) continue
      series.isDirty = false
      const { interval, origin } = series
      taken.push({ productId: this.#productId, interval, bar: { ...bar }, origin })
    }
    return taken
  }

  /** Adds a tick. False if the tick is older than what the stored bars cover; then only short intervals have it. */
  add(tick: CandleTick): boolean {
    for (const series of this.#short) fold(series, tick)
    if (tick.timeMs < this.#coveredUntil) return false
    for (const series of this.#stored) {
      fold(series, tick)
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
