import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { Product } from '#contract/product.ts'
import { PriceCell } from '#features/market/price-cell.tsx'
import { riseOfCloses } from '#features/market/product-list.ts'
import { RiseCell } from '#features/market/rise-cell.tsx'
import { Sparkline } from '#features/market/sparkline.tsx'
import { productPath } from '#lib/paths.ts'
import { useInSight } from '#lib/use-in-sight.ts'

interface Props {
  product: Product
  name: string
  closes: readonly number[] | undefined
}

/** One product in a short list; it asks for prices only while it is in sight. */
export const RecommendedRow = memo(function RecommendedRow({ product, name, closes }: Props) {
  const [watch, inSight] = useInSight()
  return (
    <div ref={watch}>
      <Link
        to={productPath(product.symbol)}
        className="isolate flex h-16 items-center gap-2 px-4 -outline-offset-2 active:bg-sunken max-[22rem]:px-3"
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-[0.9375rem] leading-4.5 font-semibold break-words">
            {name}
          </span>
          <span className="block truncate text-2xs text-ink-3">{product.symbol}</span>
        </span>
        <span className="hidden min-[22rem]:block">
          {closes === undefined ? null : <Sparkline closes={closes} />}
        </span>
        <span className="w-22 shrink-0 text-end">
          {inSight && (
            <PriceCell
              productId={product.id}
              decimals={product.priceDecimals}
              session={product.session}
            />
          )}
        </span>
        <span className="w-17 shrink-0 text-end">
          {inSight && <RiseCell productId={product.id} fallback={riseOfCloses(closes)} />}
        </span>
      </Link>
    </div>
  )
})
