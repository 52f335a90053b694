import { Star } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Product } from '#contract/product.ts'
import { MarketState } from '#features/market/market-state.tsx'
import { PriceCell } from '#features/market/price-cell.tsx'
import { riseOfCloses } from '#features/market/product-list.ts'
import { RiseCell } from '#features/market/rise-cell.tsx'
import { Sparkline } from '#features/market/sparkline.tsx'
import { productPath } from '#lib/paths.ts'

interface Props {
  product: Product
  name: string
  closes: readonly number[] | undefined
  favourite: boolean
  onFavourite: (symbol: string) => void
}

/** One product; a tick renders its price cell again and nothing else of the row. */
export const ProductRow = memo(function ProductRow(props: Props) {
  const { product, name, closes, favourite, onFavourite } = props
  const { t } = useTranslation('market')
  return (
    <div className="border-b border-line/60 bg-surface">
      <div className="flex min-h-16 items-stretch">
        <button
          type="button"
          aria-pressed={favourite}
          aria-label={t('favourite', { name })}
          onClick={() => onFavourite(product.symbol)}
          className="flex w-touch shrink-0 items-center justify-center -outline-offset-2"
        >
          <Star
            aria-hidden
            size={18}
            className={favourite ? 'fill-warn text-warn' : 'text-line-strong'}
          />
        </button>
        <Link
          to={productPath(product.symbol)}
          className="isolate flex min-w-0 flex-1 items-center gap-2 py-2 pe-3 -outline-offset-2 active:bg-sunken"
        >
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 text-[0.9375rem] leading-5 font-medium max-[22rem]:text-sm">
              {name}
            </span>
            <span className="block truncate text-2xs text-ink-3">{product.symbol}</span>
          </span>
          <span className="hidden min-[22rem]:block">
            {closes === undefined ? null : <Sparkline closes={closes} />}
          </span>
          <span className="w-22 shrink-0 text-end">
            <PriceCell
              productId={product.id}
              decimals={product.priceDecimals}
              session={product.session}
            />
          </span>
          <span className="w-16 shrink-0 text-end">
            <RiseCell productId={product.id} fallback={riseOfCloses(closes)} />
          </span>
        </Link>
      </div>
      <div className="ps-touch pe-3 pb-2 empty:hidden">
        <MarketState productId={product.id} initial={product.session} />
      </div>
    </div>
  )
})
