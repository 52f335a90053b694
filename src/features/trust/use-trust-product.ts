import { useAtom } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { productsAtom } from '#data/products.ts'
import type { Product } from '#contract/product.ts'

/** The product named by the address, otherwise one that is open now, because its prices are the newest. */
function pickProduct(products: readonly Product[], symbol: string | null): Product | null {
  const named = products.find((product) => product.symbol === symbol)
  const open = products.filter(({ session }) => session.state === 'open')
  const always = open.find((product) => product.class === 'virtual')
  return named ?? always ?? open[0] ?? products[0] ?? null
}

/** The product of a page with examples. The address stores the choice. */
export function useTrustProduct() {
  const [products, reload] = useAtom(productsAtom)
  const [query, setQuery] = useSearchParams()
  const pick = (symbol: string): void => {
    setQuery({ symbol }, { replace: true })
  }
  if (products.status !== 'ready') return { ...products, reload, pick }
  const { products: all, serverTime } = products.value
  return {
    status: 'ready' as const,
    products: all,
    product: pickProduct(all, query.get('symbol')),
    /** The server's time when the products were read; prices up to then are available. */
    serverTime,
    reload,
    pick,
  }
}
