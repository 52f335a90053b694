import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AcceptanceReceipt } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'
import type { StoredPurchase } from '#device/receipts.ts'
import { savePurchase } from '#proof/receipt-file.ts'
import { receiptDifference } from '#rules/receipt.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  stored: StoredPurchase
  now: AcceptanceReceipt
  orderId: OrderId
}

/** Shown when the purchase is not what this device stored, or no longer counts: both versions and the evidence. */
export function OtherPurchase({ stored: { receipt }, now, orderId }: Props) {
  const { t } = useTranslation('proof')
  if (receipt === null) return <p className="text-sm text-ink-2">{t('kept.fingerprint')}</p>
  const lines = receiptDifference(receipt.text, now.text)
  return (
    <div className="flex flex-col gap-3 rounded-control bg-danger-soft p-3 text-sm">
      {lines.length === 0 ? (
        <p>{t(receipt.signature === now.signature ? 'kept.undone' : 'kept.signature')}</p>
      ) : (
        <table className="figures w-full text-xs wrap-anywhere">
          <caption className="pb-1 text-start font-semibold">{t('kept.differs')}</caption>
          <thead>
            <tr>
              <th scope="col" className="w-1/2 py-1 pe-2 text-start font-normal">
                {t('kept.was')}
              </th>
              <th scope="col" className="py-1 text-start font-normal">
                {t('kept.now')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.was} ${line.now}`} className="border-t border-line/60 align-top">
                <td className="py-1.5 pe-2">{line.was}</td>
                <td className="py-1.5 font-semibold text-danger">{line.now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button variant="secondary" onClick={() => savePurchase(receipt, orderId)}>
        <Download aria-hidden size={18} className="shrink-0" /> {t('kept.download')}
      </Button>
    </div>
  )
}
