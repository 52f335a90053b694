import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { productsAtom, sparklinesAtom } from '#data/products.ts'
import { useListTexts } from '#i18n/list-texts.ts'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'

/** Pulling the home page down reads the products and their sparklines again. Everything else on it is live anyway. */
export function Refreshing({ children }: { children: ReactNode }) {
  const texts = useListTexts()
  const [products, reloadProducts] = useAtom(productsAtom)
  const [lines, reloadLines] = useAtom(sparklinesAtom)
  const refreshing = [products, lines].some((one) => one.status === 'ready' && one.refreshing)
  const refresh = (): void => {
    void reloadProducts()
    void reloadLines()
  }
  return (
    <PullToRefresh onRefresh={refresh} refreshing={refreshing} texts={texts}>
      {children}
    </PullToRefresh>
  )
}
