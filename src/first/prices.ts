/** Runs at the end of the page: shows the prices embedded in the page, then those of the early socket. */
import type { FirstKnown } from '#contract/first-known.ts'
import { FIRST_KNOWN_ID } from '#contract/page-words.ts'
import { drawList, type FirstProduct } from './draw-list.ts'
import { hearQuotes } from './hear-quotes.ts'
import { isProductList, leftSocket, storedLanguage, writtenIn } from '#lib/page-words.ts'

interface Written extends Omit<FirstKnown, 'products'> {
  products: { products: readonly FirstProduct[] }
}
/** The data was written into the page by our own server or service worker. */
const isWritten = (data: unknown): data is Written =>
  typeof data === 'object' && data !== null && 'quotes' in data

function begin(): void {
  const known = writtenIn(FIRST_KNOWN_ID)
  const root = document.getElementById('root')
  const early = leftSocket()
  if (!isProductList() || !isWritten(known) || root === null) return
  const language = storedLanguage() ?? document.documentElement.lang
  const list = drawList(root, known.products.products, { language, at: known.at })
  list.show(known.quotes, { at: known.at, live: false })
  if (early === undefined) return
  hearQuotes(early, list.ids, (quotes, at) => list.show(quotes, { at, live: true }))
}

begin()
