import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { acceptanceReceipt } from '#contract/order.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'

type Receipt = z.infer<typeof acceptanceReceipt>

/** The receipt as a file: its text, the signature over it, and the key's name. */
export const receiptFile = (receipt: Receipt): Blob =>
  new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' })

/** What was agreed at purchase, signed by the server; the user may keep it. */
export function ReceiptPanel({ receipt, orderId }: { receipt: Receipt; orderId: string }) {
  const { t } = useTranslation('orders')
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('receipt.title')}</h3>
      <p className="text-xs text-ink-2">{t('receipt.hint')}</p>
      <details className="text-xs">
        <summary className="min-h-touch py-3">{t('receipt.show')}</summary>
        <pre className="overflow-x-auto rounded-control bg-sunken p-3 text-2xs whitespace-pre-wrap break-all">
          {receipt.text}
          {'\n\n'}
          {receipt.signature}
        </pre>
      </details>
      <Button
        variant="secondary"
        onClick={() => saveFile(receiptFile(receipt), `fairtick-receipt-${orderId}.json`)}
      >
        <Download aria-hidden size={18} /> {t('receipt.download')}
      </Button>
    </section>
  )
}
