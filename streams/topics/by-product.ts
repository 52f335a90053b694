/** Splits a topic that carries many products into one stream a product, so that a price wakes only its own readers. */
import { Observable, type Subscriber } from 'rxjs'
import type { Stamped } from '#streams/types.ts'

export interface ByProduct<T> {
  /** Readers of one product; the newest value, if any, comes first. */
  of(productId: number): Observable<Stamped<T>>
  /** To the readers of this product, and kept for the next one. */
  put(productId: number, stamped: Stamped<T>): void
  last(productId: number): Stamped<T> | undefined
  /** Server ms: what is known is still true; readers of values older than a while are told. */
  confirm(asOf: number): void
}

/** Less often than heartbeats come, more often than values go stale. */
const CONFIRM_EVERY_MS = 2_000

/** `feed$`, shared among all, runs while anybody reads any product. Values are kept: their age tells their worth. */
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
