/** One product's candles as they grow: every interval folded from the same ticks, and what storage still lacks. */
import { type Interval, INTERVALS } from '#contract/product.ts'
import { type Bar, type CandleTick, foldTick, INTERVAL_MS } from '#rules/candles.ts'
import type { Origin, StoredBar } from '#server/market/candle-store.ts'

/** As many bars of each interval as a chart shows at first. */
export const RECENT_BARS = 300
const SWEEP_AT = RECENT_BARS + 100

interface Series {
  bars: Bar[]
  /** Of the newest bar. */
  origin: Origin
  /** Changed since it was last handed to storage. */
  isDirty: boolean
}

export class CandleBook {
  readonly #productId: number
  readonly #series = new Map<Interval, Series>()
  /** Ticks before this are in the bars already. */
  #coveredUntil = 0

  constructor(productId: number) {
    this.#productId = productId
    for (const interval of INTERVALS) {
      this.#series.set(interval, { bars: [], origin: 0, isDirty: false })
    }
  }

  /** At start, in order of time. */
  restore(interval: Interval, bar: Bar, origin: Origin): void {
    const series = this.#of(interval)
    series.bars.push({ ...bar })
    series.origin = origin
  }
  coverUntil(timeMs: number): void {
    this.#coveredUntil = timeMs
  }
  get coveredUntil(): number {
    return this.#coveredUntil
  }

  /** Whether a moment lies past the running minute, so that the minute can be stored. */
  isMinuteOver(timeMs: number): boolean {
    const minute = this.#of('1m')
    const openTime = minute.bars.at(-1)?.openTime ?? 0
    return minute.isDirty && timeMs >= openTime + INTERVAL_MS['1m']
  }

  /** Every interval's newest bar that storage lacks, copied as it is now: they agree on which ticks are in them. */
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

  /** False: the tick is from before what the bars cover. */
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

  newest(interval: Interval): Bar | undefined {
    return this.#of(interval).bars.at(-1)
  }
  recent(interval: Interval): readonly Bar[] {
    return this.#of(interval).bars
  }

  #of(interval: Interval): Series {
    const series = this.#series.get(interval)
    if (series === undefined) throw new Error(`no interval ${interval}`)
    return series
  }
}
