/** What the first picture shows of the prices embedded in the page. */
import { PAGE_SNAPSHOT_ID, START_FILES_ID, type StartFiles } from '#contract/page-elements.ts'
import type { PageSnapshot } from '#contract/page-snapshot.ts'
import type { SocketOpening } from '#contract/socket-protocol.ts'
import { FIRST_PANE_ROWS, FIRST_ROWS } from '#features/market/row-look.ts'
import { isProductList, shownSymbol, writtenIn } from '#app/page-data.ts'
import { panesNow } from '#lib/use-panes.ts'

/** Of a product of the page, what its first picture shows. */
export interface FirstProduct {
  id: number
  symbol: string
  priceDecimals: number
  quoteCurrency: string
  session: { state: string }
}

interface Snapshot extends Omit<PageSnapshot, 'products'> {
  products: { products: readonly FirstProduct[] }
}
/** The data was written into the page by our own server or service worker. */
const isSnapshot = (data: unknown): data is Snapshot =>
  typeof data === 'object' && data !== null && 'quotes' in data

/** Whether the money is practice money, which it is unless the page says otherwise. */
export function isPractice(): boolean {
  const snapshot = writtenIn(PAGE_SNAPSHOT_ID)
  return !isSnapshot(snapshot) || snapshot.appInfo?.practice !== false
}

const isStartFiles = (data: unknown): data is StartFiles =>
  typeof data === 'object' && data !== null && 'texts' in data

/** What the build has written into the page; null in development. */
export function startFiles(): StartFiles | null {
  const files = writtenIn(START_FILES_ID)
  return isStartFiles(files) ? files : null
}

/** The products in the order in which they are drawn, and how often the page wants their prices. */
export interface ShownPrices {
  snapshot: Snapshot
  view: keyof NonNullable<SocketOpening['visible']>
  products: readonly [FirstProduct, ...FirstProduct[]]
}

const isOpen = ({ session }: FirstProduct): boolean => session.state === 'open'

/** Null for a page without prices. */
export function shownPrices(): ShownPrices | null {
  const snapshot = writtenIn(PAGE_SNAPSHOT_ID)
  if (!isSnapshot(snapshot)) return null
  const { products } = snapshot.products
  if (isProductList()) {
    const openFirst = [...products].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
    const rows = panesNow() > 1 ? FIRST_PANE_ROWS : FIRST_ROWS
    const [first, ...others] = openFirst.slice(0, rows)
    return first === undefined ? null : { snapshot, view: 'list', products: [first, ...others] }
  }
  const symbol = shownSymbol()
  const product = products.find((each) => each.symbol === symbol)
  if (product === undefined || panesNow() > 1) return null
  return { snapshot, view: 'detail', products: [product] }
}
