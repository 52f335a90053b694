/** Measures one venue: how late its trades arrive, how far its clock is from the market's, and how much it sends. */
import type { VenueName } from '#contract/index-price.ts'

const KEPT_LAGS = 255
/** The fastest trade of this and the span before it tells the skew. */
const SPAN_MS = 150_000
const RATE_SECONDS = 5

/** What is measured of a venue. It decides nothing. Durations are in ms. */
export class VenueMeter {
  readonly venue: VenueName
  readonly #lags: number[] = []
  #next = 0
  #span = 0
  #fastest = Number.POSITIVE_INFINITY
  #fastestBefore = Number.POSITIVE_INFINITY
  readonly #counts: number[] = []

  constructor(venue: VenueName) {
    this.venue = venue
  }

  /** Notes a trade with its stamp. */
  trade(tradedAt: number | null, receivedAt: number): void {
    if (tradedAt === null || !Number.isFinite(tradedAt)) return
    const lag = receivedAt - tradedAt
    this.#lags[this.#next] = lag
    this.#next = (this.#next + 1) % KEPT_LAGS
    const span = Math.floor(receivedAt / SPAN_MS)
    if (span !== this.#span) {
      this.#fastestBefore = span === this.#span + 1 ? this.#fastest : Number.POSITIVE_INFINITY
      this.#fastest = Number.POSITIVE_INFINITY
      this.#span = span
    }
    this.#fastest = Math.min(this.#fastest, lag)
  }

  /** Notes each second how many messages there were since the start. */
  second(messages: number): void {
    this.#counts.push(messages)
    if (this.#counts.length > RATE_SECONDS + 1) this.#counts.shift()
  }

  get messagesPerSecond(): number {
    const [first = 0] = this.#counts
    const last = this.#counts.at(-1) ?? first
    return Math.max(0, (last - first) / Math.max(1, this.#counts.length - 1))
  }

  /** The middle of receipt minus stamp. Null before the first stamp. */
  get lagMs(): number | null {
    const sorted = this.#lags.toSorted((a, b) => a - b)
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
  }

  /** How far the venue's clock is ahead, by its fastest trades: the time on the way counts as behind. */
  get skewMs(): number | null {
    const fastest = Math.min(this.#fastest, this.#fastestBefore)
    return Number.isFinite(fastest) ? 0 - fastest : null
  }
}
