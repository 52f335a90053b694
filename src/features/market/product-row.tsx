import { Star } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Product } from '#contract/product.ts'
import { MarketState } from '#features/market/market-state.tsx'
import { ProductCells } from '#features/market/product-cells.tsx'
import { ROW } from '#features/market/row-look.ts'
import { productPath } from '#lib/paths.ts'

interface Props {
  product: Product
  name: string
  closes: readonly number[] | undefined
  favourite: boolean
  onFavourite: (symbol: string) => void
}

/** One product. A tick renders only its price cell again. */
export const ProductRow = memo(function ProductRow(props: Props) {
  const { product, name, closes, favourite, onFavourite } = props
  const { t } = useTranslation('market')
  return (
    <div className={ROW.frame}>
      <div className={ROW.line}>
        <button
          type="button"
          aria-pressed={favourite}
          aria-label={t('favourite', { name })}
          onClick={() => onFavourite(product.symbol)}
          className={ROW.star}
        >
          <Star
            aria-hidden
            size={18}
            className={favourite ? 'fill-warn text-warn' : 'text-line-strong'}
          />
        </button>
        <Link to={productPath(product.symbol)} className={ROW.link}>
          <ProductCells product={product} name={name} closes={closes} live />
        </Link>
      </div>
      <div className="ps-touch pe-3 pb-2 empty:hidden">
        <MarketState productId={product.id} initial={product.session} />
      </div>
    </div>
  )
})
