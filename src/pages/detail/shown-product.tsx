import { useAtom, useAtomValue } from 'jotai'
import { type ComponentType, Suspense } from 'react'
import { Failed } from '#components/failed.tsx'
import { productAtom, productsAtom } from '#data/products.ts'
import type { Product } from '#contract/product.ts'
import { frameLater } from '#lib/later.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const NoSuchProduct = frameLater(async () => (await import('./no-such-product.tsx')).NoSuchProduct)

interface ShownProps {
  symbol: string
  /** What shows the product once it is known. */
  as: ComponentType<{ product: Product }>
}

/** One product in any frame, or why there is none. */
export function ShownProduct({ symbol, as: Shown }: ShownProps) {
  const product = useAtomValue(productAtom(symbol))
  if (product.status === 'loading') return <DetailSkeleton />
  if (product.status === 'failed') return <FailedProducts />
  if (product.value === null) return <NoSuchProduct symbol={symbol} />
  return (
    // What it waits for must not hide what is around it: a hidden field loses the focus, and what is typed is lost.
    <Suspense key={symbol} fallback={<DetailSkeleton />}>
      <Shown product={product.value} />
    </Suspense>
  )
}

function DetailSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-3 px-4">
      <Skeleton className="h-16" />
      <Skeleton className="h-10" />
      <Skeleton className="h-[clamp(24rem,calc(100svh-24rem),34rem)]" />
    </div>
  )
}

function FailedProducts() {
  const [products, reload] = useAtom(productsAtom)
  return products.status === 'failed' && <Failed error={products.error} onRetry={reload} />
}
