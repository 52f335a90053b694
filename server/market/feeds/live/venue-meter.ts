/** Measures one venue for the desk: how late its trades arrive, and how much it sends. */
const KEPT_LAGS = 255
const RATE_SECONDS = 5

/** What is measured of a venue. It decides nothing. Durations are in ms. */
export class VenueMeter {
  readonly #lags: number[] = []
  #next = 0
  readonly #counts: number[] = []

  /** Notes a trade with its stamp. */
  trade(tradedAt: number, receivedAt: number): void {
    this.#lags[this.#next] = receivedAt - tradedAt
    this.#next = (this.#next + 1) % KEPT_LAGS
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
}
