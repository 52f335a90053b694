import { Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { laterSheet } from '#lib/later.tsx'

const Sheet = laterSheet(async () => (await import('#features/facts/facts-sheet.tsx')).FactsSheet)

/** Opens what there is to know about a product. */
export function FactsButton({ product, name }: { product: Product; name: string }) {
  const { t } = useTranslation('chart')
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const press = (): void => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('about', { name })}
        onClick={press}
        className="-me-2 flex size-touch shrink-0 items-center justify-center rounded-full text-ink-2 active:bg-sunken"
      >
        <Info aria-hidden size={20} />
      </button>
      {asked && <Sheet product={product} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
