/** Which products a list shows and in which order. The functions are pure, so that every rule can be tested. */
import type { Closes } from '#data/products.ts'
import { atom } from 'jotai/vanilla'
import type { Product, ProductClass } from '#contract/product.ts'
import { storedAtom } from '#device/stored-atom.ts'

export const LIST_TABS = ['all', 'favourites', 'futures', 'forex', 'virtual'] as const
export type ListTab = (typeof LIST_TABS)[number]

const SORT_KEYS = ['default', 'name', 'price', 'rise'] as const
export type SortKey = (typeof SORT_KEYS)[number]
export interface Sort {
  key: SortKey
  descending: boolean
}

const DEFAULT_SORT: Sort = { key: 'default', descending: false }

/** How the list was sorted last, stored on the device as the key and, if it descends, a minus. */
export const sortAtom = storedAtom<Sort>({
  key: 'productSort',
  initial: DEFAULT_SORT,
  read: (text) => {
    const key = SORT_KEYS.find((one) => text.startsWith(one))
    return key && { key, descending: text.endsWith('-') }
  },
  write: ({ key, descending }) => key + (descending ? '-' : ''),
})

export interface ListQuery {
  tab: ListTab
  /** Null if nothing is searched for. */
  search: ((symbol: string, name: string) => boolean) | null
  sort: Sort
  favourites: readonly string[]
  /** The name in the user's language. */
  nameOf: (symbol: string) => string
  /** The last known rise over 24 h, or price; null when it is not known. */
  figureOf: (product: Product, key: 'rise' | 'price') => number | null
  /** Symbols whose market was open when the list was loaded. A later opening moves no row. */
  open: ReadonlySet<string>
  locale: string
}

function inTab(product: Product, { tab, favourites }: ListQuery): boolean {
  if (tab === 'all') return true
  if (tab === 'favourites') return favourites.includes(product.symbol)
  const wanted: ProductClass = tab
  return product.class === wanted
}

function order(query: ListQuery): (a: Product, b: Product) => number {
  const { key, descending } = query.sort
  const turn = descending ? -1 : 1
  if (key === 'default') {
    const { tab, favourites } = query
    if (tab === 'favourites') {
      return (a, b) => favourites.indexOf(a.symbol) - favourites.indexOf(b.symbol)
    }
    return (a, b) => Number(query.open.has(b.symbol)) - Number(query.open.has(a.symbol))
  }
  if (key === 'name') {
    const { compare } = new Intl.Collator(query.locale, { numeric: true })
    return (a, b) => turn * compare(query.nameOf(a.symbol), query.nameOf(b.symbol))
  }
  const values = new Map<Product, number | null>()
  const value = (product: Product): number | null => {
    if (!values.has(product)) values.set(product, query.figureOf(product, key))
    return values.get(product) ?? null
  }
  return (a, b) => {
    const [left, right] = [value(a), value(b)]
    // Unknown values are last in both sort directions.
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return turn * (left - right)
  }
}

const classAt = (product: Product): number => LIST_TABS.indexOf(product.class)

/**
 * By default open markets come first, and within each group the server's order is kept; favourites have the user's
 * order. A search finds products of all tabs, class by class.
 */
export function listProducts(products: readonly Product[], query: ListQuery): Product[] {
  const { search, nameOf } = query
  return search === null
    ? products.filter((product) => inTab(product, query)).sort(order(query))
    : products
        .filter(({ symbol }) => search(symbol, nameOf(symbol)))
        .sort(order({ ...query, tab: 'all' }))
        .sort((a, b) => classAt(a) - classAt(b))
}

/**
 * A tap on a heading sorts in its natural direction, the next one reverses it, and the third restores the default
 * order.
 */
export function nextSort(sort: Sort, key: Exclude<SortKey, 'default'>): Sort {
  const first = key !== 'name'
  if (sort.key !== key) return { key, descending: first }
  return sort.descending === first ? { key, descending: !first } : DEFAULT_SORT
}

/** The rise from the first to the last closing price of a day, in basis points, truncated toward zero. */
export function riseOfCloses(closes: Closes | undefined): number | null {
  const known = closes?.filter((close) => close !== null) ?? []
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined || first === 0) return null
  return Math.trunc(((last - first) * 10_000) / first)
}

/** Kept while the app is open, so that navigating back shows the same tab. */
export const listTabAtom = atom<ListTab>('all')
