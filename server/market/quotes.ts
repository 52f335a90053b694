/** The newest price of every product and the market-wide count of ticks: what the quote wheel reads. */
import type { TickRecord } from '#contract/tick-log.ts'
import type { QuoteState } from '#server/platform/socket/hub.ts'

export type TickListener = (tick: QuoteState) => void

export class Quotes {
  readonly #latest = new Map<number, QuoteState>()
  readonly #listeners = new Set<TickListener>()
  /** Ticks published by this process. */
  #seq = 0

  /** At start: the price of before, which no tick of this process has changed. */
  restore(productId: number, tick: { timeMs: number; price: number }): void {
    const { timeMs, price } = tick
    this.#latest.set(productId, { productId, seq: 0, timeMs, price })
  }

  accept(productId: number, records: readonly TickRecord[]): void {
    for (const record of records) {
      if (record.kind !== 'tick') continue
      this.#seq += 1
      const { timeMs, price } = record
      const state = { productId, seq: this.#seq, timeMs, price }
      this.#latest.set(productId, state)
      for (const listener of this.#listeners) listener(state)
    }
  }

  latest(): Iterable<QuoteState> {
    return this.#latest.values()
  }
  onTick(listener: TickListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
