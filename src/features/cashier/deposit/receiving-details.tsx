import { useSetAtom } from 'jotai'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DepositMethod } from '#contract/cashier.ts'
import { copyText } from '#lib/copy-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { IconButton } from '#ui/button.tsx'
import { QrCode } from '#ui/qr-code.tsx'

/** Where to send the money: details to copy, and a QR code with all of them. */
export function ReceivingDetails({ method }: { method: DepositMethod }) {
  const { t } = useTranslation('cashier')
  const toast = useSetAtom(showToastAtom)
  const copy = async (value: string): Promise<void> => {
    const done = await copyText(value)
    toast({ tone: done ? 'good' : 'bad', text: t(done ? 'copied' : 'copyFailed') })
  }
  return (
    <section aria-label={t('deposit.details')} className="rounded-control bg-sunken px-3 py-2">
      <h3 className="py-1 text-sm font-medium text-ink-2">{t('deposit.details')}</h3>
      <dl>
        {method.details.map(({ label, value }) => {
          const name = t(`deposit.detail.${label}`)
          return (
            <div key={label} className="grid grid-cols-[1fr_auto] items-center gap-x-2 py-1">
              <dt className="text-xs text-ink-2">{name}</dt>
              <dd className="figures min-w-0 text-sm font-medium break-all">{value}</dd>
              <dd className="col-start-2 row-span-2 row-start-1">
                <IconButton label={t('copy', { name })} onClick={() => void copy(value)}>
                  <Copy aria-hidden size={18} />
                </IconButton>
              </dd>
            </div>
          )
        })}
      </dl>
      {method.qr !== null && (
        <div className="flex justify-center py-2">
          <QrCode text={method.qr} label={t('deposit.qr')} />
        </div>
      )}
    </section>
  )
}
