/**
 * The waiting orders of one product, decided as its log grows: by acceptance time until entered, by expiry until
 * settled.
 */
import { MAX_SPOT_AGE_MS } from '#rules/spot.ts'
import { startOf } from '#rules/signed-order.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { recordsAround } from '#server/trading/records-around.ts'
import { nextTurn } from '#server/trading/settlement-writer.ts'
import { createSchedule, type Schedule } from '#server/trading/schedule.ts'
import {
  decideEntries,
  decideExits,
  type Outcome,
  type Waiting,
} from '#server/trading/settlement-decide.ts'

/**
 * Maximum number of orders decided in one turn of the event loop, and how far apart their moments may be, which bounds
 * the size of the slice.
 */
const DUE_LIMIT = 500
const DUE_SPAN_MS = 60_000
const RETRY_MS = 500

export interface ProductWorkerParts {
  market: Market
  clock: MarketClock
  onEntered: (entered: readonly Waiting[]) => void
  onOutcomes: (outcomes: readonly Outcome[]) => void
  onError: (error: unknown) => void
}

/** Decides the waiting orders of one product. */
export class ProductWorker {
  readonly #productId: number
  readonly #parts: ProductWorkerParts
  readonly #entries = createSchedule<Waiting>()
  readonly #exits = createSchedule<Waiting>()
  #reached = 0
  /** Records arrived after the current pass began, so that pass may not have read them. */
  #news = false
  #running: Promise<void> | undefined
  #stopped = false

  constructor(productId: number, parts: ProductWorkerParts) {
    this.#productId = productId
    this.#parts = parts
  }

  /** Adds a waiting order. */
  add(waiting: Waiting): void {
    this.#put(waiting)
    this.#wake()
  }

  /** The log has grown to this time, or may have. Decides orders that wait for an earlier moment. */
  reached(timeMs: number): void {
    this.#reached = Math.max(this.#reached, timeMs)
    this.#wake()
  }

  /** Resolves when no pass is running. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  /** Stops after the current pass. */
  stop(): void {
    this.#stopped = true
  }

  #put(waiting: Waiting): void {
    const { order, voidEntry } = waiting
    if (order.status === 'open' && voidEntry === null) this.#entries.add(startOf(order), waiting)
    else this.#exits.add(order.expiresAt, waiting)
  }

  #due(until: number): boolean {
    return !this.#stopped && Math.min(this.#exits.next(), this.#entries.next()) < until
  }

  #wake(): void {
    this.#news = true
    if (this.#running === undefined && this.#due(this.#reached)) this.#running = this.#run()
  }

  async #run(): Promise<void> {
    const { clock, onError } = this.#parts
    try {
      while (this.#news) {
        this.#news = false
        await this.#pass(this.#reached)
      }
    } catch (error) {
      onError(error)
      clock.at(clock.now() + RETRY_MS, () => this.#wake())
    } finally {
      this.#running = undefined
    }
  }

  /** Decides exits first, because users wait for their money. Undecided orders are put back at the end. */
  async #pass(until: number): Promise<void> {
    const undecided: Waiting[] = []
    try {
      while (this.#due(until)) {
        await this.#decide(this.#exits, until, undecided, (due) => this.#settle(due))
        await this.#decide(this.#entries, until, undecided, (due) => this.#enter(due))
        await nextTurn()
      }
    } finally {
      for (const waiting of undecided) this.#put(waiting)
    }
  }

  async #decide(
    schedule: Schedule<Waiting>,
    until: number,
    undecided: Waiting[],
    decide: (due: Waiting[]) => Promise<Waiting[]>,
  ): Promise<void> {
    const due = schedule.take(until, DUE_LIMIT, DUE_SPAN_MS)
    if (due.length === 0) return
    let left = due
    try {
      left = await decide(due)
    } finally {
      undecided.push(...left)
    }
  }

  /** Decides orders that have expired, and hands over those that the log decides. Returns the others. */
  async #settle(due: Waiting[]): Promise<Waiting[]> {
    const { market, clock, onOutcomes } = this.#parts
    const span = { fromMs: due[0]?.order.expiresAt ?? 0, toMs: due.at(-1)?.order.expiresAt ?? 0 }
    const records = await recordsAround(market, this.#productId, span)
    const { outcomes, undecided } = decideExits(records, due, clock.now())
    onOutcomes(outcomes)
    return undecided
  }

  async #enter(due: Waiting[]): Promise<Waiting[]> {
    const { market, onEntered } = this.#parts
    const starts = due.map(({ order }) => startOf(order))
    const span = { fromMs: starts[0] ?? 0, toMs: (starts.at(-1) ?? 0) + MAX_SPOT_AGE_MS }
    const records = await recordsAround(market, this.#productId, span)
    const { entered, voided, undecided } = decideEntries(records, due)
    onEntered(entered)
    for (const waiting of voided) this.#put(waiting)
    return undecided
  }
}
