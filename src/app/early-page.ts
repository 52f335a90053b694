/** Uses what the page loaded before the app started: its socket, its first prices and the list it shows. */
import type { createStore } from 'jotai/vanilla'
import { appInfoAtom } from '#api/session.ts'
import { pageSnapshot } from '#contract/page-snapshot.ts'
import { PAGE_SNAPSHOT_ID } from '#contract/page-elements.ts'
import { QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { FIRST_ROWS } from '#features/market/row-look.ts'
import type { LastKnownStore } from '#device/last-known.ts'
import { knownFromPage, type Streams } from '#streams'
import { isProductList, writtenIn } from '#app/page-data.ts'

const read = pageSnapshot.safeParse(writtenIn(PAGE_SNAPSHOT_ID))
const page = read.success ? read.data : null

/** Merges the prices in the page with those stored on the last visit; the newer price wins. */
export function knowPage(store: ReturnType<typeof createStore>, known: LastKnownStore): void {
  if (page === null) return
  const { products, appInfo } = page
  if (appInfo !== undefined) store.set(appInfoAtom, appInfo)
  known.write({ topic: 'products', personal: false }, 0, () => products)
  for (const [topic, { value, asOf }] of knownFromPage(page)) {
    const key = { topic, personal: false }
    if ((known.read(key)?.asOf ?? 0) < asOf) known.write(key, asOf, () => value)
  }
}

const HELD_MS = 5_000

/** Subscribes to the prices that the page shows, until the rows of the list subscribe to them. */
export function holdPrices(streams: Streams): void {
  if (!isProductList()) return
  const quotes = page?.quotes ?? []
  const ids = quotes.filter((_, at) => at % QUOTE_FIELDS === 1)
  for (const id of ids.slice(0, FIRST_ROWS)) {
    const lease = streams.quote(id, 'list').subscribe({ error: () => undefined })
    setTimeout(() => lease.unsubscribe(), HELD_MS)
  }
}
