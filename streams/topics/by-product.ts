/**
 * Splits a topic with many products into one stream per product, so that a price update notifies only the readers of
 * its product.
 */
import { Observable, type Subscriber } from 'rxjs'
import type { Stamped } from '#streams/types.ts'

/** The values of a topic by product id. */
export interface ByProduct<T> {
  /** The stream of one product. It starts with the newest value, if there is one. */
  of(productId: number): Observable<Stamped<T>>
  /** Sends a value to the readers of a product and stores it for later readers. */
  put(productId: number, stamped: Stamped<T>): void
  /** The stored value of a product. */
  last(productId: number): Stamped<T> | undefined
  /**
   * Confirms that all values are still true at this server time (ms). Readers are updated if their value is older than
   * a while.
   */
  confirm(asOf: number): void
}

/**
 * The minimum age of a value that is updated: longer than the heartbeat interval, shorter than the time to staleness.
 */
const CONFIRM_EVERY_MS = 2_000

/**
 * Creates the split. `feed$` must be shared; it runs while any product has a reader. Values are retained afterwards,
 * because their time shows their age.
 */
export function byProduct<T>(feed$: Observable<unknown>): ByProduct<T> {
  const readers = new Map<number, Set<Subscriber<Stamped<T>>>>()
  const values = new Map<number, Stamped<T>>()
  const put = (productId: number, stamped: Stamped<T>): void => {
    values.set(productId, stamped)
    for (const reader of readers.get(productId) ?? []) reader.next(stamped)
  }
  return {
    put,
    last: (productId) => values.get(productId),
    confirm: (asOf) => {
      for (const productId of readers.keys()) {
        const known = values.get(productId)
        if (known !== undefined && asOf - known.asOf >= CONFIRM_EVERY_MS) {
          put(productId, { value: known.value, asOf })
        }
      }
    },
    of: (productId) =>
      new Observable<Stamped<T>>((out) => {
        const mine = readers.get(productId) ?? new Set()
        readers.set(productId, mine.add(out))
        const known = values.get(productId)
        if (known !== undefined) out.next(known)
        const feed = feed$.subscribe({ error: (error: unknown) => out.error(error) })
        return () => {
          mine.delete(out)
          if (mine.size === 0) readers.delete(productId)
          feed.unsubscribe()
        }
      }),
  }
}
