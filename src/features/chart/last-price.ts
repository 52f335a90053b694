import type { createStore } from 'jotai'
import type { PricePoint } from '#features/chart/tick-grid.ts'
import { type Live, type Quote, quoteAtom } from '#streams'

const lastPrice = (quote: Live<Quote>): PricePoint | null =>
  'value' in quote ? { timeMs: quote.value.tickAt, price: quote.value.price } : null

/**
 * Passes the newest price of a product with its time, now and whenever it changes: the one that the rest of the page
 * shows. It is null while there is none. Returns a function that stops it.
 */
export function watchLastPrice(
  store: ReturnType<typeof createStore>,
  productId: number,
  pass: (last: PricePoint | null) => void,
): () => void {
  const quote = quoteAtom(productId, 'detail')
  const passNow = (): void => pass(lastPrice(store.get(quote)))
  const unsubscribe = store.sub(quote, passNow)
  passNow()
  return unsubscribe
}
