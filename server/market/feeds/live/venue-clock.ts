/**
 * Measures how far a venue's clock is ahead, and says which of its stamps are believed. A clock that is behind
 * cannot be told from trades that are late, so it is never corrected: the measure can make trades older, and never
 * younger.
 */
import { AHEAD_MAX_MS } from '#contract/index-price.ts'

/** The fastest trade of this and the span before tells the skew. Spans without a trade do not count. */
const SPAN_MS = 150_000
/** A stamp that is further ahead than the clock was before is a leap. Ways differ by less from trade to trade. */
export const LEAP_MS = 250
/** So many leaps, one after the other over so long, are no accident: the clock is ahead by now. */
const LEAPS_NEEDED = 5
const LEAPS_MS = 10_000

/** The clock of one venue, as its trades show it. Until they do, it is taken to be right. Times are in ms. */
export class VenueClock {
  #span = 0
  #fastest = Number.POSITIVE_INFINITY
  #fastestBefore = Number.POSITIVE_INFINITY
  /** Leaps since the last stamp that was believed. */
  #leaps = 0
  #leapsSince = 0

  /** How far the clock is ahead when a trade arrives. Null if the trade's stamp is not believed. */
  judge(tradedAt: number, receivedAt: number): number | null {
    const lagMs = receivedAt - tradedAt
    if (lagMs < -AHEAD_MAX_MS) return null
    if (lagMs < -this.aheadMs - LEAP_MS && !this.#isLasting(receivedAt)) return null
    this.#leaps = 0
    this.#turn(receivedAt)
    this.#fastest = Math.min(this.#fastest, lagMs)
    return this.aheadMs
  }

  get aheadMs(): number {
    return Math.max(0, this.skewMs ?? 0)
  }

  /**
   * How far the clock is ahead, by its fastest trades: the time on the way counts as behind. Null before the first.
   */
  get skewMs(): number | null {
    const fastest = Math.min(this.#fastest, this.#fastestBefore)
    return Number.isFinite(fastest) ? 0 - fastest : null
  }

  #isLasting(now: number): boolean {
    if (this.#leaps === 0) this.#leapsSince = now
    this.#leaps += 1
    return this.#leaps >= LEAPS_NEEDED && now - this.#leapsSince >= LEAPS_MS
  }

  #turn(now: number): void {
    const span = Math.floor(now / SPAN_MS)
    if (span === this.#span) return
    this.#span = span
    this.#fastestBefore = this.#fastest
    this.#fastest = Number.POSITIVE_INFINITY
  }
}
