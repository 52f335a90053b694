import { lazy, Suspense } from 'react'
import { retryLoad } from '#lib/retry-load.ts'

const ListTools = lazy(async () => {
  const file = await retryLoad(() => import('#features/market/list-tools.tsx'))
  return { default: file.ListTools }
})

/** Everything for several lists of favourites, loaded after the page. The bar has its place from the start. */
export const FavouriteLists = ({ bar = false }: { bar?: boolean }) => (
  <div className={bar ? 'min-h-touch bg-surface' : undefined}>
    <Suspense>
      <ListTools bar={bar} />
    </Suspense>
  </div>
)
