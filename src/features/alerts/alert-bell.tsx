import { useAtomValue } from 'jotai'
import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { memberAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import { laterSheet } from '#lib/later.tsx'
import { topicAtom } from '#streams'

const Sheet = laterSheet(
  async () => (await import('#features/alerts/alert-sheets.tsx')).ProductAlertsSheet,
)

interface Props {
  product: Product
  name: string
}

/** Opens the product's price alerts. */
export function AlertBell({ product, name }: Props) {
  const { t } = useTranslation('alerts')
  const member = useAtomValue(memberAtom)
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
        aria-label={t('bell', { name })}
        onClick={press}
        className="-me-2 flex size-touch shrink-0 items-center justify-center rounded-full text-ink-2 active:bg-sunken"
      >
        {member ? <OwnBell symbol={product.symbol} /> : <Bell aria-hidden size={20} />}
      </button>
      {asked && <Sheet product={product} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows a ringing bell when an alert is active. */
function OwnBell({ symbol }: { symbol: string }) {
  const live = useAtomValue(topicAtom('alerts'))
  const waits =
    'value' in live &&
    live.value.some((alert) => alert.symbol === symbol && alert.status === 'active')
  return waits ? (
    <BellRing aria-hidden size={20} className="text-brand-strong" />
  ) : (
    <Bell aria-hidden size={20} />
  )
}
