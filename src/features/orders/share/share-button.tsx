import { useAtomValue } from 'jotai'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { memberAtom } from '#api/session.ts'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { Shares } from '#features/orders/share/use-shares.ts'
import { laterSheet } from '#lib/later.tsx'
import { Button } from '#ui/button.tsx'

/** Loaded apart, because most readers share nothing. */
const ShareSheet = laterSheet(
  async () => (await import('#features/orders/share/share-sheet.tsx')).ShareSheet,
)

interface Props {
  order: Order
  product: Product
  /** The prices for the picture; null while they are read. */
  records: readonly TickRecord[] | null
  /** What the user shares, where the page knows it. */
  shares?: Shares
}

/** Opens the sheet that makes a picture of the result. Guests register first. */
export function ShareButton(props: Props) {
  const { t } = useTranslation('sharing')
  const member = useAtomValue(memberAtom)
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  if (!member) return null
  const press = (): void => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="quiet" size="sm" className="-me-3 ms-auto print:hidden" onClick={press}>
        <Share2 aria-hidden size={18} className="shrink-0" /> {t('share')}
      </Button>
      {asked && <ShareSheet {...props} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
