import { Suspense } from 'react'
import { later } from '#lib/later.tsx'

const ListTools = later(async () => (await import('#features/market/list-tools.tsx')).ListTools)

/** Everything for several lists of favourites, loaded after the page. The bar has its place from the start. */
export const FavouriteLists = ({ bar = false }: { bar?: boolean }) => (
  <div className={bar ? 'min-h-touch bg-surface' : undefined}>
    <Suspense>
      <ListTools bar={bar} />
    </Suspense>
  </div>
)
