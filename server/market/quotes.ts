/** The newest price of every product and the market-wide count of ticks, for the quote wheel. */
import type { TickRecord } from '#contract/tick-log.ts'
import type { QuoteState } from '#server/platform/socket/hub.ts'

/** Called for each good tick after it is durable. */
export type TickListener = (tick: QuoteState) => void

/** The newest prices. */
export class Quotes {
  readonly #latest = new Map<number, QuoteState>()
  readonly #listeners = new Set<TickListener>()
  /** The number of ticks that this process has published. */
  #seq = 0

  /** Restores a price at start. It counts as unchanged until the first tick of this process. */
  restore(productId: number, tick: { timeMs: number; price: number }): void {
    const { timeMs, price } = tick
    this.#latest.set(productId, { productId, seq: 0, timeMs, price })
  }

  /** Publishes the good ticks among new records of the log. Of what was filled after an outage, only the newest. */
  accept(productId: number, records: readonly TickRecord[]): void {
    const marker = records.findLastIndex(({ kind }) => kind === 'filled')
    const newest = records
      .slice(0, Math.max(0, marker))
      .findLastIndex(({ kind }) => kind === 'tick')
    for (const record of records.slice(Math.max(0, newest))) {
      if (record.kind !== 'tick') continue
      this.#seq += 1
      const { timeMs, price } = record
      const state = { productId, seq: this.#seq, timeMs, price }
      this.#latest.set(productId, state)
      for (const listener of this.#listeners) listener(state)
    }
  }

  /** The newest price of every product that has had a tick. */
  latest(): Iterable<QuoteState> {
    return this.#latest.values()
  }
  /** Adds a listener. Returns a function that removes it. */
  onTick(listener: TickListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
