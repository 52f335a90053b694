import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Route } from '#app/routes.ts'
import { lastShownAtom } from '#data/shown-product.ts'
import { useProductName } from '#i18n/product-name.ts'
import { frameLater } from '#lib/later.tsx'
import type { Panes } from '#lib/use-panes.ts'

const Switch = frameLater(
  async () => (await import('#features/market/product-switch.tsx')).ProductSwitch,
)

/** A product as the title of the page that shows it. */
export interface TitleProduct {
  symbol: string
  name: string
}

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

/** The title of a product's page, which opens the choice of another product. */
export function ProductTitle({ symbol, name }: TitleProduct) {
  const [asked, ask] = useState(false)
  const [open, setOpen] = useState(false)
  const press = (): void => {
    ask(true)
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={press}
        className="flex min-h-touch max-w-full items-center gap-0.5 text-start"
      >
        <span className="line-clamp-2 min-w-0">{name}</span>
        <ChevronDown aria-hidden size={18} className="shrink-0 text-ink-3" />
      </button>
      {asked && <Switch open={open} shown={symbol} onClose={() => setOpen(false)} />}
    </>
  )
}
