import type { SentSnapshot } from '#contract/page-snapshot.ts'
import { pageWith } from '#contract/page-elements.ts'
import { deviceRows, rowsWithin, type StoredRow } from '#device/rows.ts'

/** A store that does not answer at once must not delay the page. */
const READ_WITHIN_MS = 200

const PRODUCTS = '/products'
const QUOTE = /^\/quote:(\d+)$/

const isQuote = (value: unknown): value is { price: number; tickAt: number } =>
  typeof value === 'object' &&
  value !== null &&
  'price' in value &&
  typeof value.price === 'number' &&
  'tickAt' in value &&
  typeof value.tickAt === 'number'

/** The public part of the data stored on the last visit; null when it is too little to show. */
export function knownFromRows(rows: readonly StoredRow[]): SentSnapshot | null {
  const products = rows.find(({ key }) => key === PRODUCTS)?.value
  const quotes = rows.flatMap(({ key, asOf, value }) => {
    const [, id] = QUOTE.exec(key) ?? []
    return id === undefined || !isQuote(value) ? [] : [{ id: Number(id), asOf, ...value }]
  })
  if (products === undefined || quotes.length === 0) return null
  const at = Math.max(...quotes.map(({ asOf }) => asOf))
  const flat = quotes.flatMap(({ id, price, tickAt }) => [id, price, 0, 0, 0, at - tickAt])
  return { at, products, quotes: [0, ...flat], stats: [] }
}

/** A stored page with other text. */
export async function withText(page: Response, change: (html: string) => string) {
  const headers = new Headers(page.headers)
  // The text is no longer compressed, and its length has changed.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(change(await page.text()), { headers })
}

/** The stored page with the last known prices embedded, as the server embeds the current prices into its page. */
export async function withLastKnown(page: Response): Promise<Response> {
  const known = knownFromRows(await rowsWithin(deviceRows(), READ_WITHIN_MS))
  if (known === null || !page.ok) return page
  return withText(page, (html) => pageWith(html, known))
}
