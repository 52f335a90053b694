import { useAtomValue, useStore } from 'jotai'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { sparklinesAtom } from '#data/products.ts'
import { favouritesAtom } from '#features/market/favourites.ts'
import { ProductListView } from '#features/market/product-list-view.tsx'
import {
  listProducts,
  listTabAtom,
  riseOfCloses,
  type Sort,
} from '#features/market/product-list.ts'
import { useProductSearch } from '#features/market/use-product-search.ts'
import { useProductName } from '#i18n/product-name.ts'
import { languageOf } from '#i18n/setup.ts'
import { frameLater } from '#lib/later.tsx'
import { findLast } from '#rules/find-last.ts'
import { quoteAtom, sessionAtom, statsAtom } from '#streams'

const EmptyList = frameLater(
  async () => (await import('#features/market/empty-list.tsx')).EmptyList,
)

const OtherFavourites = frameLater(
  async () => (await import('#features/market/other-favourites.tsx')).OtherFavourites,
)

interface Props {
  products: readonly Product[]
  search: string
  sort: Sort
  /** Shows all products again. */
  onAll: () => void
}

/** The last known rise of a product, or its price; null when it is not known. */
function useFigures(): (product: Product, key: 'rise' | 'price') => number | null {
  const store = useStore()
  const areLoaded = useAtomValue(sparklinesAtom).status === 'ready'
  return useCallback(
    ({ id, symbol, priceDecimals }, key) => {
      // Not from the hook: lines that are loaded again must move no row.
      const lines = areLoaded ? store.get(sparklinesAtom) : null
      const last = lines?.status === 'ready' ? lines.value.get(symbol) : undefined
      if (key === 'rise') {
        const live = store.get(statsAtom(id))
        return 'value' in live ? live.value.riseRate : riseOfCloses(last)
      }
      const live = store.get(quoteAtom(id, 'list'))
      const price = 'value' in live ? live.value.price : findLast(last ?? [], (x) => x !== null)
      return price === undefined || price === null ? null : price / 10 ** priceDecimals
    },
    [areLoaded, store],
  )
}

/** Symbols whose market was open when the list was loaded. */
function useOpen(products: readonly Product[]): ReadonlySet<string> {
  const store = useStore()
  return useMemo(() => {
    const isOpen = (product: Product): boolean => {
      const live = store.get(sessionAtom(product.id))
      return ('value' in live ? live.value : product.session).state === 'open'
    }
    return new Set(products.filter(isOpen).map(({ symbol }) => symbol))
  }, [products, store])
}

/** The products of the chosen tab, or of a search in all of them. */
export function FoundProducts({ products, search, sort, onAll }: Props) {
  const { t, i18n } = useTranslation('market')
  const locale = languageOf(i18n)
  const tab = useAtomValue(listTabAtom)
  const favourites = useAtomValue(favouritesAtom)
  const lines = useAtomValue(sparklinesAtom)
  const nameOf = useProductName()
  const code = useProductSearch(search !== '')
  const matches = useMemo(() => code?.productSearch(search) ?? null, [code, search])
  const open = useOpen(products)
  const figureOf = useFigures()
  // Sorted on request and not on each tick, because rows must not move under the finger.
  const found = useMemo(() => {
    const query = { tab, search: matches, sort, favourites, nameOf, figureOf, open, locale }
    return listProducts(products, query)
  }, [products, tab, matches, sort, favourites, open, locale, nameOf, figureOf])
  const isMissed = matches !== null && found.length === 0
  const shown = isMissed ? (code?.similarProducts(search, products) ?? []) : found
  return (
    <>
      {found.length === 0 && (
        <EmptyList
          of={isMissed ? 'search' : tab}
          products={products}
          similar={shown.length > 0}
          onAll={onAll}
        />
      )}
      {shown.length > 0 && (
        <ProductListView
          products={shown}
          nameOf={nameOf}
          closesOf={(symbol) => (lines.status === 'ready' ? lines.value.get(symbol) : undefined)}
          classOf={matches === null ? undefined : (product) => t(`tabs.${product.class}`)}
        />
      )}
      {tab === 'favourites' && <OtherFavourites products={products} />}
    </>
  )
}
