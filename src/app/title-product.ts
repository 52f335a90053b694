import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import type { Route } from '#app/routes.ts'
import { lastShownAtom } from '#data/shown-product.ts'
import type { TitleProduct } from '#features/market/product-title.tsx'
import { useProductName } from '#i18n/product-name.ts'
import type { Panes } from '#lib/use-panes.ts'

/** The product that is the page's title; null for other pages, and for a product that does not exist. */
export function useTitleProduct(route: Route | undefined, panes: Panes): TitleProduct | null {
  const [query] = useSearchParams()
  const last = useAtomValue(lastShownAtom)
  const nameOf = useProductName()
  if (route?.trading !== true || (route.name !== 'productDetail' && panes === 1)) return null
  const symbol = query.get('symbol') ?? (panes > 1 ? last : null) ?? ''
  const name = nameOf(symbol)
  return name === symbol ? null : { symbol, name }
}
