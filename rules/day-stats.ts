/**
 * Statistics of a product's last 24 hours, exact to the tick: sums of whole minutes, and single ticks for the minute at
 * the start of the window.
 */
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { foldTick, openTimeOf, turnoverOf, type Bar, type CandleTick } from '#rules/candles.ts'

/** Minutes that left the window are removed in batches of this size. */
const SWEEP_AFTER = 1_440

/** The statistics of the last 24 hours. Prices and volume are scaled integers. */
export interface DayStats {
  last: number
  /** The price 24 hours ago, or the first known price where the history is shorter. */
  reference: number
  high: number
  low: number
  volume: number
  /** Σ price × size, scaled by both decimals. */
  turnover: bigint
}

/**
 * A sliding window of 24 hours, (now − 24 h, now]. Ticks must be added in order of time, and the times of queries must
 * not decrease.
 */
export interface DayWindow {
  add(tick: CandleTick): void
  /** Adds a whole stored minute. It must come before later minutes and ticks. */
  addMinute(bar: Bar): void
  /**
   * Provides the ticks of a past minute for when the start of the window passes through it. Without them the whole
   * minute leaves the window at its end.
   */
  provideTicks(openTime: number, ticks: readonly CandleTick[]): void
  /** The statistics at a time; undefined before the first tick. */
  at(nowMs: number): DayStats | undefined
}

interface Sums {
  high: number
  low: number
  volume: number
  turnover: bigint
}
const NOTHING: Readonly<Sums> = {
  high: Number.NEGATIVE_INFINITY,
  low: Number.POSITIVE_INFINITY,
  volume: 0,
  turnover: 0n,
}

const include = (sums: Sums, bar: Readonly<Sums>): void => {
  sums.high = Math.max(sums.high, bar.high)
  sums.low = Math.min(sums.low, bar.low)
  sums.volume += bar.volume
  sums.turnover += bar.turnover
}
const sumsOf = ({ price, size }: CandleTick): Sums => ({
  high: price,
  low: price,
  volume: size,
  turnover: turnoverOf(price, size),
})

/** The minutes that are completely inside the window, with their running sums. */
class WholeMinutes {
  readonly #bars: Bar[] = []
  #head = 0
  #sums: Sums = { ...NOTHING }
  /** The bar with the highest or lowest price left the window, so the bounds are recomputed on the next query. */
  #boundsLost = false

  get first(): Bar | undefined {
    return this.#bars[this.#head]
  }
  get last(): Bar | undefined {
    return this.#head < this.#bars.length ? this.#bars.at(-1) : undefined
  }
  add(tick: CandleTick): void {
    const { last } = this
    const bar = foldTick(last, tick, MINUTE_MS)
    if (bar !== last) this.#bars.push(bar)
    include(this.#sums, sumsOf(tick))
  }
  addBar(bar: Bar): void {
    this.#bars.push({ ...bar })
    include(this.#sums, bar)
  }
  shift(): void {
    const { first } = this
    if (first === undefined) return
    this.#head += 1
    this.#sums.volume -= first.volume
    this.#sums.turnover -= first.turnover
    this.#boundsLost ||= first.high >= this.#sums.high || first.low <= this.#sums.low
    if (this.#head === SWEEP_AFTER) {
      this.#bars.splice(0, this.#head)
      this.#head = 0
    }
  }
  sums(): Sums {
    if (this.#boundsLost) {
      const { volume, turnover } = this.#sums
      this.#sums = { ...NOTHING }
      for (let i = this.#head; i < this.#bars.length; i++) {
        const bar = this.#bars[i]
        if (bar !== undefined) include(this.#sums, bar)
      }
      this.#sums = { ...this.#sums, volume, turnover }
      this.#boundsLost = false
    }
    return { ...this.#sums }
  }
}

/** The minute that contains the start of the window. */
interface EdgeMinute {
  bar: Bar
  ticks: readonly CandleTick[]
}

/** Creates an empty window for one product. */
export function createDayWindow(): DayWindow {
  const whole = new WholeMinutes()
  const provided = new Map<number, readonly CandleTick[]>()
  let edgeMinute: EdgeMinute | undefined
  /** The last price before everything that is still in memory. */
  let before: number | undefined

  const dropEdgeMinute = (): void => {
    if (edgeMinute === undefined) return
    before = edgeMinute.bar.close
    provided.delete(edgeMinute.bar.openTime)
    edgeMinute = undefined
  }
  const moveEdge = (edge: number): void => {
    if (edgeMinute !== undefined && edgeMinute.bar.openTime + MINUTE_MS - 1 <= edge)
      dropEdgeMinute()
    for (let bar = whole.first; bar !== undefined && bar.openTime <= edge; bar = whole.first) {
      whole.shift()
      dropEdgeMinute()
      const asOne = { timeMs: bar.openTime + MINUTE_MS - 1, price: bar.close, size: bar.volume }
      edgeMinute = { bar, ticks: provided.get(bar.openTime) ?? [asOne] }
      if (asOne.timeMs <= edge) dropEdgeMinute()
    }
  }
  /**
   * Adds the part of the edge minute that is inside the window. Returns the last price outside and the first inside.
   */
  const takeEdge = (edge: number, sums: Sums): { reference?: number; first?: number } => {
    if (edgeMinute === undefined) return {}
    const { bar, ticks } = edgeMinute
    const inside = ticks.filter((tick) => tick.timeMs > edge)
    if (provided.has(bar.openTime)) for (const tick of inside) include(sums, sumsOf(tick))
    else if (inside.length > 0) include(sums, bar)
    const reference = ticks[ticks.length - inside.length - 1]?.price
    const first = provided.has(bar.openTime) ? inside[0]?.price : bar.open
    return { ...(reference !== undefined && { reference }), ...(first !== undefined && { first }) }
  }
  return {
    add: (tick) => whole.add(tick),
    addMinute: (bar) => whole.addBar(bar),
    provideTicks: (openTime, ticks) => {
      provided.set(openTime, ticks)
      if (edgeMinute?.bar.openTime === openTime) edgeMinute = { ...edgeMinute, ticks }
    },
    at: (nowMs) => {
      const edge = nowMs - DAY_MS
      moveEdge(edge)
      const sums = whole.sums()
      const { reference, first } = takeEdge(edge, sums)
      const last = whole.last?.close ?? edgeMinute?.bar.close ?? before
      if (last === undefined) return undefined
      const known = reference ?? before ?? first ?? whole.first?.open ?? last
      if (sums.high < sums.low) return { ...NOTHING, last, reference: last, high: last, low: last }
      return { last, reference: known, ...sums }
    },
  }
}

/** The start (ms) of the minute whose ticks the window needs next (`provideTicks`). */
export const edgeMinuteOf = (nowMs: number): number => openTimeOf(nowMs - DAY_MS, MINUTE_MS)
