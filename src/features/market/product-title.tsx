import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { frameLater } from '#lib/later.tsx'

const Switch = frameLater(
  async () => (await import('#features/market/product-switch.tsx')).ProductSwitch,
)

export interface TitleProduct {
  symbol: string
  name: string
}

/** The title of a product's page or chart, which opens the choice of another product. */
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
