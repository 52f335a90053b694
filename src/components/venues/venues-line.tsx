import { Suspense } from 'react'
import type { Product } from '#contract/product.ts'
import { later } from '#lib/later.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const Panel = later(async () => (await import('#components/venues/venues-panel.tsx')).VenuesPanel)

/** Where the price of a live product comes from. Nothing for other sources, which have no venues. */
export function VenuesLine({ product }: { product: Pick<Product, 'symbol' | 'source'> }) {
  if (product.source !== 'live') return null
  return (
    <Suspense fallback={<Skeleton className="h-11" />}>
      <Panel symbol={product.symbol} />
    </Suspense>
  )
}
