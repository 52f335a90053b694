import { Suspense } from 'react'
import type { Product } from '#contract/product.ts'
import { later } from '#lib/later.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const Panel = later(async () => (await import('#components/venues/venues-panel.tsx')).VenuesPanel)
const Dealer = later(async () => (await import('#components/venues/dealer-panel.tsx')).DealerPanel)

interface Props {
  product: Pick<Product, 'id' | 'symbol' | 'source' | 'terms' | 'session'>
}

/** Where the price of a live or a dealer's product comes from. Nothing for other sources. */
export function VenuesLine({ product }: Props) {
  const { source } = product
  if (source !== 'live' && source !== 'dealer') return null
  return (
    <Suspense fallback={<Skeleton className="h-11" />}>
      {source === 'live' ? <Panel symbol={product.symbol} /> : <Dealer product={product} />}
    </Suspense>
  )
}
