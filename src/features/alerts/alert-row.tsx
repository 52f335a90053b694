import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { productAtom } from '#data/products.ts'
import { call } from '#api/call.ts'
import type { PriceAlert } from '#contract/alerts.ts'
import { cancelAlert } from '#contract/endpoints/alerts.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { useRelativeTime } from '#i18n/relative-time.ts'
import { productPath } from '#lib/paths.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'

interface Props {
  alert: PriceAlert
  nowMs: number
  /** Shows the product with a link to its page. */
  named: boolean
}

/** An active alert with a button to cancel it, or an ended one with its result. */
export function AlertRow({ alert, nowMs, named }: Props) {
  const { t } = useTranslation(['alerts', 'common'])
  const [asking, setAsking] = useState(false)
  const { submission, busy, run } = useSubmission()
  const { errorText } = useErrorText()
  const priceText = usePriceText(alert.symbol)
  const price = priceText(alert.price)
  const way = t(alert.direction === 'at_or_above' ? 'above' : 'below', { price })
  return (
    <li className="flex min-h-13 items-center gap-2 py-1.5">
      <div className="min-w-0 flex-1">
        {named && <ProductLink symbol={alert.symbol} />}
        <p className={`figures ${alert.status === 'active' ? 'font-medium' : 'text-ink-2'}`}>
          {way}
        </p>
        <AlertState alert={alert} nowMs={nowMs} priceText={priceText} />
        {submission.status === 'refused' && (
          <p role="alert" className="text-xs text-danger">
            {errorText(submission.error)}
          </p>
        )}
      </div>
      {alert.status === 'active' && (
        <IconButton label={t('cancel', { price })} disabled={busy} onClick={() => setAsking(true)}>
          <X aria-hidden size={20} />
        </IconButton>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('cancel', { price })}
        text={way}
        confirmLabel={t('cancel', { price })}
        cancelLabel={t('common:back')}
        onConfirm={() => {
          setAsking(false)
          void run(() => call(cancelAlert, { params: { id: alert.id } }))
        }}
        danger
      />
    </li>
  )
}

function usePriceText(symbol: string): (scaled: number) => string {
  const format = useFormat()
  const product = useAtomValue(productAtom(symbol))
  const decimals = product.status === 'ready' ? (product.value?.priceDecimals ?? null) : null
  return (scaled) => (decimals === null ? '…' : format.price(scaled, decimals))
}

function ProductLink({ symbol }: { symbol: string }) {
  const name = useProductName()(symbol)
  return (
    <Link
      to={productPath(symbol)}
      className="inline-flex min-h-7 items-center text-sm font-semibold"
    >
      {name}
    </Link>
  )
}

interface AlertStateProps {
  alert: PriceAlert
  nowMs: number
  priceText: (scaled: number) => string
}
function AlertState({ alert, nowMs, priceText }: AlertStateProps) {
  const { t } = useTranslation('alerts')
  const relative = useRelativeTime()
  const when = relative(alert.endedAt ?? alert.createdAt, nowMs)
  if (alert.status === 'active') return <p className="text-xs text-ink-3">{when}</p>
  const how = alert.hit === null ? t('cancelled') : t('hit', { price: priceText(alert.hit.price) })
  return (
    <p className="figures text-xs text-ink-3">
      <span>{how}</span> · <span>{when}</span>
    </p>
  )
}
