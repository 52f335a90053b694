/** One product's live price: when a record of it is due, and what is logged while it is lost. */
import type { ProductTerms } from '#contract/product.ts'
import { FILL_MAX_MS } from '#rules/outage.ts'
import type { Emit, FeedEvent } from '#server/market/feeds/feed.ts'
import type { Evidence } from '#server/market/log-input.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'

/** At most five prices per second and product. */
const RECORD_EVERY_MS = 200
/** A lost price is lost for at least so long, so that sales do not flicker. */
const LOST_MS = 1_000
/** While a price is lost, a gap is logged so often, so that orders that end meanwhile are refunded. */
const GAP_EVERY_MS = 10_000

/** The terms of a product that are in force at a time (ms). */
export type TermsAt = (productId: number, timeMs: number) => ProductTerms | undefined

/** A price with what it follows from, or why there is none. */
export type PriceState = ({ reason: null; price: number } & Evidence) | { reason: string }

export interface LivePriceParts {
  productId: number
  clock: MarketClock
  /** Whether its market is closed at a moment. It has no price then, although trades may arrive. */
  isClosed(nowMs: number): boolean
  /** What the price is at a moment, by what has arrived. */
  stateAt(nowMs: number): PriceState
  /** Called when the price begins, and when it is lost. */
  onTurn(isAlive: boolean): void
}

/** One product's live price. Times are in ms. */
export class LivePrice {
  readonly #parts: LivePriceParts
  #emit: Emit = () => undefined
  /** Whether the last event was a price. */
  #isAlive = false
  /** Whether something arrived since the last price. */
  #hasNews = false
  #pricedAt = 0
  #price: number | null = null
  #lostAt = 0
  #gapAt = 0
  #due: Cancel | null = null

  constructor(parts: LivePriceParts) {
    this.#parts = parts
  }

  /** The newest price. Null before the first. */
  get price(): number | null {
    return this.#price
  }
  /** Whether the last event was a price, and one still follows from what arrived. */
  get isAlive(): boolean {
    return this.#isAlive && this.#parts.stateAt(this.#parts.clock.now()).reason === null
  }

  /** The log was told by its own gap that prices were lost while the server did not run. */
  start(emit: Emit): void {
    this.#emit = emit
    this.#lostAt = this.#parts.clock.now()
    this.#gapAt = this.#lostAt
  }

  /** Something arrived that a price can follow from. Call `look` after it. */
  hear(): void {
    this.#hasNews = true
  }

  /** Emits what is due by what has arrived. */
  look(): void {
    const { clock, isClosed, stateAt } = this.#parts
    const now = clock.now()
    if (isClosed(now)) return
    const state = stateAt(now)
    if (!('price' in state)) return this.#lose(now)
    if (this.#isAlive && !this.#hasNews) return
    const dueAt = this.#isAlive ? this.#pricedAt + RECORD_EVERY_MS : this.#lostAt + LOST_MS
    if (this.#price === null || now >= dueAt) return this.#tell(now, state)
    this.#due ??= clock.at(dueAt, () => {
      this.#due = null
      this.look()
    })
  }

  /** Emits what is due by the time that passed. */
  pass(): void {
    this.look()
    const now = this.#parts.clock.now()
    const isRefunding = !this.#isAlive && now - this.#lostAt <= FILL_MAX_MS
    if (isRefunding && now - this.#gapAt >= GAP_EVERY_MS) this.#gap(now)
  }

  stop(): void {
    this.#due?.()
    this.#due = null
  }

  #tell(timeMs: number, state: Extract<PriceState, { reason: null }>): void {
    const { productId, onTurn } = this.#parts
    const { reason: _, ...priced } = state
    const wasAlive = this.#isAlive
    const tick: FeedEvent = { productId, timeMs, kind: 'tick', size: 0, ...priced }
    this.stop()
    this.#isAlive = true
    this.#hasNews = false
    this.#pricedAt = timeMs
    this.#price = priced.price
    // Up to here the price was lost, so the gap reaches up to it.
    this.#emit(wasAlive ? [tick] : [{ productId, timeMs, kind: 'gap', reason: 'feed' }, tick])
    if (!wasAlive) onTurn(true)
  }

  #lose(now: number): void {
    if (!this.#isAlive) return
    this.#isAlive = false
    this.#lostAt = now
    this.#gap(now)
    this.#parts.onTurn(false)
  }

  #gap(timeMs: number): void {
    this.#gapAt = timeMs
    this.#emit([{ productId: this.#parts.productId, timeMs, kind: 'gap', reason: 'feed' }])
  }
}
