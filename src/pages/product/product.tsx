import { Failed } from '#components/failed.tsx'
import { useAtom, useAtomValue, useStore } from 'jotai'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { productsAtom, sparklinesAtom } from '#data/products.ts'
import { favouritesAtom } from '#features/market/favourites.ts'
import { SearchField, SortHeadings } from '#features/market/list-controls.tsx'
import { FavouriteLists } from '#features/market/lists.tsx'
import { ProductListSkeleton } from '#features/market/product-list-skeleton.tsx'
import { ProductListView } from '#features/market/product-list-view.tsx'
import {
  LIST_TABS,
  listProducts,
  listTabAtom,
  riseOfCloses,
  type Sort,
  sortAtom,
} from '#features/market/product-list.ts'
import { useProductSearch } from '#features/market/use-product-search.ts'
import { BalanceBar } from '#features/session/balance-bar.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { languageOf } from '#i18n/setup.ts'
import { findLast } from '#rules/find-last.ts'
import { quoteAtom, sessionAtom, statsAtom } from '#streams'
import { Tabs } from '#ui/tabs.tsx'

/** All products with their live prices. */
export function ProductPage() {
  const { t } = useTranslation('market')
  const [tab, setTab] = useAtom(listTabAtom)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useAtom(sortAtom)
  return (
    <div className="flex flex-col gap-2">
      <BalanceBar />
      <SearchField value={search} onValue={setSearch} />
      <div>
        <Tabs
          label={t('tabs.label')}
          tabs={LIST_TABS.map((id) => ({ id, label: t(`tabs.${id}`) }))}
          selected={tab}
          onSelect={setTab}
          listClassName="sticky top-[calc(var(--spacing-header)+env(safe-area-inset-top))] z-10 bg-page px-2"
        >
          <FavouriteLists bar={tab === 'favourites'} />
          <SortHeadings sort={sort} onSort={setSort} />
          <Products search={search} sort={sort} />
        </Tabs>
      </div>
    </div>
  )
}

function Products({ search, sort }: { search: string; sort: Sort }) {
  const [resource, reload] = useAtom(productsAtom)
  const { t } = useTranslation(['market', 'common'])
  if (resource.status === 'loading') return <ProductListSkeleton />
  if (resource.status === 'failed') {
    return (
      <Failed title={t('market:failed')} error={resource.error} onRetry={() => void reload()} />
    )
  }
  return <SortedProducts products={resource.value.products} search={search} sort={sort} />
}

function SortedProducts(props: { products: readonly Product[]; search: string; sort: Sort }) {
  const { products, search, sort } = props
  const store = useStore()
  const { i18n } = useTranslation()
  const locale = languageOf(i18n)
  const tab = useAtomValue(listTabAtom)
  const favourites = useAtomValue(favouritesAtom)
  const lines = useAtomValue(sparklinesAtom)
  const closes = lines.status === 'ready' ? lines.value : null
  const nameOf = useProductName()
  const searchFor = useProductSearch(search !== '')
  const open = useMemo(() => {
    const isOpen = (product: Product): boolean => {
      const live = store.get(sessionAtom(product.id))
      return ('value' in live ? live.value : product.session).state === 'open'
    }
    return new Set(products.filter(isOpen).map(({ symbol }) => symbol))
  }, [products, store])
  // Sorted on request and not on each tick, because rows must not move under the finger.
  const shown = useMemo(() => {
    const figureOf = ({ id, symbol, priceDecimals }: Product, key: 'rise' | 'price') => {
      const last = closes?.get(symbol)
      if (key === 'rise') {
        const live = store.get(statsAtom(id))
        return 'value' in live ? live.value.riseRate : riseOfCloses(last)
      }
      const live = store.get(quoteAtom(id, 'list'))
      const price = 'value' in live ? live.value.price : findLast(last ?? [], (x) => x !== null)
      return price === undefined || price === null ? null : price / 10 ** priceDecimals
    }
    const matches = searchFor?.(search) ?? null
    const query = { tab, search: matches, sort, favourites, nameOf, figureOf, open, locale }
    return listProducts(products, query)
  }, [products, tab, search, sort, favourites, closes, open, locale, store, nameOf, searchFor])
  return (
    <ProductListView
      products={shown}
      nameOf={nameOf}
      closesOf={(symbol) => closes?.get(symbol)}
      emptyFor={tab === 'favourites' && search === '' ? 'favourites' : 'search'}
    />
  )
}
