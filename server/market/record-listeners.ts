/** Who hears of new records of the tick log. A listener that fails does not keep the others from hearing. */
import type { TickRecord } from '#contract/tick-log.ts'
import type { Logger } from '#server/platform/logging.ts'

/** Called with a product's new records. */
export type RecordsListener = (productId: number, records: readonly TickRecord[]) => void

/** The listeners of the tick log. */
export class RecordListeners {
  readonly #log: Pick<Logger, 'error'>
  readonly #listeners = new Set<RecordsListener>()

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log
  }

  /** Adds a listener. Returns a function that removes it. */
  add(listener: RecordsListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells all of them, in the order in which they were added. */
  tell(productId: number, records: readonly TickRecord[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(productId, records)
      } catch (error) {
        this.#log.error({ err: error, productId }, 'a listener of the tick log failed')
      }
    }
  }
}
