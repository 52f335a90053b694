import { useAtom } from 'jotai'
import { Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '#components/failed.tsx'
import { productsAtom } from '#data/products.ts'
import { FoundProducts } from '#features/market/found-products.tsx'
import { SearchField, SortHeadings } from '#features/market/list-controls.tsx'
import { FavouriteLists } from '#features/market/lists.tsx'
import {
  LIST_TABS,
  type ListTab,
  listTabAtom,
  type Sort,
  sortAtom,
} from '#features/market/product-list.ts'
import { ProductListSkeleton } from '#features/market/product-list-skeleton.tsx'
import { BalanceBar } from '#features/session/balance-bar.tsx'
import { Tabs } from '#ui/tabs.tsx'

/** All products with their live prices. The tabs and the headings stay above the list while it scrolls. */
export function ProductPage() {
  const { t } = useTranslation('market')
  const [tab, setTab] = useAtom(listTabAtom)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useAtom(sortAtom)
  const label = (id: ListTab): ReactNode => {
    const name = t(`tabs.${id}`)
    if (id !== 'favourites') return name
    return <Star role="img" aria-label={name} size={16} />
  }
  const showAll = (): void => {
    setSearch('')
    setTab('all')
  }
  return (
    <>
      <BalanceBar />
      <Tabs
        label={t('tabs.label')}
        tabs={LIST_TABS.map((id) => ({ id, label: label(id) }))}
        selected={tab}
        onSelect={setTab}
        listClassName="fading sticky top-[calc(var(--spacing-header)+env(safe-area-inset-top))] z-10 grid grid-cols-[minmax(0,1fr)_auto] bg-page ps-1"
        aside={
          <>
            <SearchField value={search} onValue={setSearch} />
            <div className="col-span-2 -ms-1">
              <FavouriteLists bar={tab === 'favourites'} />
              <SortHeadings sort={sort} onSort={setSort} />
            </div>
          </>
        }
      >
        <Products search={search} sort={sort} onAll={showAll} />
      </Tabs>
    </>
  )
}

interface ListProps {
  search: string
  sort: Sort
  onAll: () => void
}

function Products(props: ListProps) {
  const [resource, reload] = useAtom(productsAtom)
  const { t } = useTranslation(['market', 'common'])
  if (resource.status === 'loading') return <ProductListSkeleton />
  if (resource.status === 'failed') {
    return (
      <Failed title={t('market:failed')} error={resource.error} onRetry={() => void reload()} />
    )
  }
  return <FoundProducts products={resource.value.products} {...props} />
}
