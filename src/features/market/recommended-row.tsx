import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { Product } from '#contract/product.ts'
import { ProductCells } from '#features/market/product-cells.tsx'
import { productPath } from '#lib/paths.ts'
import { useInSight } from '#lib/use-in-sight.ts'

interface Props {
  product: Product
  name: string
  closes: readonly number[] | undefined
}

/** One product in a short list. It subscribes to prices only while it is visible. */
export const RecommendedRow = memo(function RecommendedRow({ product, name, closes }: Props) {
  const [watch, inSight] = useInSight()
  return (
    <div ref={watch}>
      <Link
        to={productPath(product.symbol)}
        className="isolate flex h-16 items-center gap-2 px-4 -outline-offset-2 active:bg-sunken max-[22rem]:px-3"
      >
        <ProductCells product={product} name={name} closes={closes} live={inSight} />
      </Link>
    </div>
  )
})
