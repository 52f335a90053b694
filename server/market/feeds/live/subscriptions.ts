/** Asks a venue for symbols, in its pace, and counts its answers. One refused symbol leaves the others. */
import type { Answered, Venue } from '#server/market/feeds/live/venue.ts'
import type { MarketClock } from '#server/platform/clock.ts'

interface SubscriptionParts {
  venue: Venue
  symbols: readonly string[]
  clock: MarketClock
  /** Sends the text of a request. Not called after the connection has ended. */
  send(text: string): void
  /** Called once: the venue has confirmed what it will confirm, all but these symbols. */
  onReady(missing: readonly string[]): void
}

const inBatches = (symbols: readonly string[], size: number): (readonly string[])[] =>
  Array.from({ length: Math.ceil(symbols.length / size) }, (_, n) =>
    symbols.slice(n * size, (n + 1) * size),
  )

export class Subscriptions {
  readonly #parts: SubscriptionParts
  /** Symbols that the venue has not confirmed. */
  readonly #open: Set<string>
  /** What is still to be asked for, a list per request. */
  readonly #queue: (readonly string[])[]
  /** What was asked for, a list per request. Empty after a refusal, when its symbols are asked for apart. */
  readonly #asked: (readonly string[])[] = []
  readonly #refused = new Set<string>()
  /** Refusals that do not say what they are about. */
  #unnamed = 0
  #isAsking = false
  #isReady = false
  #isStopped = false

  constructor(parts: SubscriptionParts) {
    const { venue, symbols } = parts
    this.#parts = parts
    this.#open = new Set(symbols)
    this.#queue = inBatches(symbols, venue.limits.symbolsPerRequest)
  }

  /** All was asked for, and the answers are not all there. */
  get isWaiting(): boolean {
    return !this.#isReady && this.#asked.length > 0 && this.#queue.length === 0
  }

  /** Sends the next request, and the others in the venue's pace. */
  ask(): void {
    if (this.#isStopped || this.#isAsking) return
    const symbols = this.#queue.shift()
    if (symbols === undefined) return
    // What was confirmed meanwhile is not asked for again: some venues refuse that.
    const open = symbols.filter((symbol) => this.#open.has(symbol))
    if (open.length === 0) return this.ask()
    const { clock, venue } = this.#parts
    this.#asked.push(open)
    this.#parts.send(venue.subscribe(open, this.#asked.length, clock.now()))
    this.#isAsking = true
    clock.at(clock.now() + venue.limits.requestEveryMs, () => {
      this.#isAsking = false
      this.ask()
    })
  }

  confirm({ symbols, request = 0, isNext }: Answered): void {
    const named = symbols ?? (isNext ? this.#oldest : this.#asked[request - 1]) ?? []
    for (const symbol of named) this.#open.delete(symbol)
    this.#countAnswers()
  }

  /** What was in a refused request is asked for again, apart, if it was more than one symbol. */
  refuse({ symbols, request = 0 }: Answered): void {
    if (this.#askApart(request)) return
    const named = symbols ?? this.#asked[request - 1]
    if (named === undefined) this.#unnamed += 1
    for (const symbol of named ?? []) this.#refused.add(symbol)
    this.#countAnswers()
  }

  /**
   * The venue has not answered in time, or with a refusal that does not say of what. Returns whether there is something
   * to wait for or to read; else no symbol was confirmed.
   */
  stopWaiting(): boolean {
    const many = this.#asked.findIndex(
      (symbols) => symbols.length > 1 && symbols.some((symbol) => this.#open.has(symbol)),
    )
    if (this.#unnamed + this.#refused.size > 0 && this.#askApart(many + 1)) return true
    if (!this.#hasConfirmed) return false
    this.#becomeReady()
    return true
  }

  /** Asks for nothing more. */
  stop(): void {
    this.#isStopped = true
  }

  /** Asks apart for the symbols of a request of many. Returns whether there are any. */
  #askApart(request: number): boolean {
    const symbols = this.#asked[request - 1] ?? []
    if (symbols.length <= 1) return false
    this.#asked[request - 1] = []
    this.#queue.push(...symbols.map((symbol) => [symbol]))
    this.#unnamed = 0
    this.ask()
    return true
  }

  /** What was in the oldest request without an answer. */
  get #oldest(): readonly string[] | undefined {
    return this.#asked.find((symbols) =>
      symbols.some((symbol) => this.#open.has(symbol) && !this.#refused.has(symbol)),
    )
  }

  get #hasConfirmed(): boolean {
    return this.#open.size < this.#parts.symbols.length
  }

  #countAnswers(): void {
    const unanswered = [...this.#open].filter((symbol) => !this.#refused.has(symbol)).length
    if (this.#hasConfirmed && unanswered <= this.#unnamed) this.#becomeReady()
  }

  #becomeReady(): void {
    if (this.#isReady) return
    this.#isReady = true
    this.#parts.onReady([...this.#open])
  }
}
