import { useAtomValue } from 'jotai'
import { SearchX, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { favouritesAtom } from '#features/market/favourites.ts'
import { NoClass } from '#features/market/no-class.tsx'
import type { ListTab } from '#features/market/product-list.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface Props {
  /** What has no products: the search, or the tab. */
  of: 'search' | ListTab
  /** The products of all tabs. */
  products: readonly Product[]
  /** Similar products are shown below. */
  similar: boolean
  /** Shows all products. */
  onAll: () => void
}

/** In the place of an empty list: what the user can do, and what there is. */
export function EmptyList({ of, products, similar, onAll }: Props) {
  const { t } = useTranslation('market')
  const favourites = useAtomValue(favouritesAtom)
  const all = (
    <Button variant="secondary" size="sm" onClick={onAll}>
      {t('empty.all')}
    </Button>
  )
  if (of === 'search' && similar)
    return (
      <div role="status" className="flex items-center gap-3 px-4 py-3 text-sm">
        <p className="flex-1">
          <strong className="block font-semibold">{t('empty.search.title')}</strong>
          <span className="text-ink-2">{t('empty.search.similar')}</span>
        </p>
        {all}
      </div>
    )
  // They are listed as those that are not offered.
  if (of === 'favourites' && favourites.length > 0) return null
  if (of !== 'search' && of !== 'favourites' && of !== 'all') return <NoClass products={products} />
  const why = of === 'favourites' ? 'favourites' : 'search'
  return (
    <EmptyState
      icon={why === 'favourites' ? Star : SearchX}
      title={t(`empty.${why}.title`)}
      hint={t(`empty.${why}.hint`)}
      action={all}
    />
  )
}
