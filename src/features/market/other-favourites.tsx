import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Product } from '#contract/product.ts'
import { favouritesAtom, toggleFavouriteAtom } from '#features/market/favourites.ts'
import { ROW } from '#features/market/row-look.ts'
import { StarButton } from '#features/market/star-button.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { productPath } from '#lib/paths.ts'

/** Favourites that are not offered, for example because they have no live price. Their pages say why. */
export function OtherFavourites({ products }: { products: readonly Product[] }) {
  const { t } = useTranslation('venues')
  const nameOf = useProductName()
  const toggle = useSetAtom(toggleFavouriteAtom)
  const others = useAtomValue(favouritesAtom).filter(
    (one) => nameOf(one) !== one && products.every(({ symbol }) => symbol !== one),
  )
  if (others.length === 0) return null
  return (
    <section>
      <h2 className="bg-page px-3 pt-3 pb-1 text-xs font-semibold text-ink-2">
        {t('missing.favourites')}
      </h2>
      <ul>
        {others.map((symbol) => (
          <li key={symbol} className={`${ROW.frame} ${ROW.line}`}>
            <StarButton
              symbol={symbol}
              name={nameOf(symbol)}
              favourite
              onToggle={toggle}
              size={18}
              className={ROW.star}
            />
            <Link to={productPath(symbol)} className={ROW.link}>
              <span className="min-w-0 truncate text-ink-2">{nameOf(symbol)}</span>
              <span className="text-xs text-ink-3">{symbol}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
