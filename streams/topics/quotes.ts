/**
 * Prices: the page has one subscription, which is split by product. Each lease makes its product visible to the server.
 */
import { type Observable, type SchedulerLike, tap } from 'rxjs'
import { createQuotesDecoder, QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { lingering } from '#streams/operators/lingering.ts'
import { byProduct } from '#streams/topics/by-product.ts'
import { LINGER_MS } from '#streams/topics/folded-topic.ts'
import type { VisibleSet } from '#streams/topics/visible-set.ts'
import type { Quote, Stamped, View } from '#streams/types.ts'
import type { TopicEvent } from '#streams/wire/channel.ts'
import type { Wire } from '#streams/wire/wire.ts'

type Flat = readonly number[]

/** The movement since the last quote. Equal prices retain the last movement. */
function movementOf(last: Quote | undefined, price: number): Quote['movement'] {
  if (last === undefined) return 'none'
  if (price === last.price) return last.movement
  return price > last.price ? 'up' : 'down'
}

/**
 * The quote at index `at` of quotes that were read, with the server time `asOf`. The fields are in the order of
 * `quotesData` (contract/topics.ts).
 */
export function quoteAt(data: Flat, at: number, asOf: number, last?: Quote): Quote {
  const price = data[at + 1] ?? 0
  return {
    price,
    movement: movementOf(last, price),
    open: price + (data[at + 2] ?? 0),
    high: price + (data[at + 3] ?? 0),
    low: price + (data[at + 4] ?? 0),
    tickAt: asOf - (data[at + 5] ?? 0),
  }
}

/**
 * Creates the function that returns the quotes of a product. While it has readers, the product is visible in that view.
 */
export function quotesTopic(
  wire: Wire,
  scheduler: SchedulerLike,
  visible: VisibleSet,
): (productId: number, view: View) => Observable<Stamped<Quote>> {
  const decode = createQuotesDecoder()
  const codec = { snapshot: decode, delta: decode }
  const feed$ = wire.open<Flat, Flat>({ topic: 'quotes', codec, mode: 'latest', personal: false })
  const put = (event: TopicEvent<Flat, Flat>): void => {
    if (event.kind !== 'snapshot' && event.kind !== 'delta') return
    const { data, asOf } = event
    for (let at = 1; at < data.length; at += QUOTE_FIELDS) {
      const id = data[at] ?? 0
      quotes.put(id, { value: quoteAt(data, at, asOf, quotes.last(id)?.value), asOf })
    }
  }
  const quotes = byProduct<Quote>(feed$.pipe(tap(put), lingering(LINGER_MS, scheduler)))
  const leased = new Map<string, Observable<Stamped<Quote>>>()
  return (productId, view) => {
    const key = `${productId}:${view}`
    const quote$ =
      leased.get(key) ??
      visible
        .whileVisible(productId, view, quotes.of(productId))
        .pipe(lingering(LINGER_MS, scheduler))
    leased.set(key, quote$)
    return quote$
  }
}
