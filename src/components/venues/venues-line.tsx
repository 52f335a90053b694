import { lazy, Suspense } from 'react'
import type { Product } from '#contract/product.ts'
import { retryLoad } from '#lib/retry-load.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const Panel = lazy(async () => {
  const file = await retryLoad(() => import('#components/venues/venues-panel.tsx'))
  return { default: file.VenuesPanel }
})

/** Where the price of a live product comes from. Nothing for other sources, which have no venues. */
export function VenuesLine({ product }: { product: Pick<Product, 'symbol' | 'source'> }) {
  if (product.source !== 'live') return null
  return (
    <Suspense fallback={<Skeleton className="h-11" />}>
      <Panel symbol={product.symbol} />
    </Suspense>
  )
}
