import { useEffect, useState } from 'react'
import { keepLoading } from '#lib/retry-load.ts'

/** The search once its code is loaded; the list shows everything until then. */
export function useProductSearch(searches: boolean) {
  const [code, setCode] = useState<typeof import('#features/market/product-search.ts') | null>(null)
  useEffect(() => {
    if (searches) void keepLoading(() => import('#features/market/product-search.ts')).then(setCode)
  }, [searches])
  return code
}
