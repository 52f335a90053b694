import { useAtomValue } from 'jotai'
import { CircleCheck, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountAtom } from '#api/session.ts'
import type { AcceptanceReceipt, Order } from '#contract/order.ts'
import { OtherPurchase } from '#features/orders/receipt/other-purchase.tsx'
import { type StoredPurchase, storedReceiptsAtom } from '#device/receipts.ts'
import { savePurchase } from '#proof/receipt-file.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface StoredState {
  purchase: StoredPurchase | null
  /** Whether the server shows the same as is stored. */
  isSame: boolean
}

/**
 * The purchase as this device stored it. A purchase that it did not know is stored once its order has begun: until then
 * the server may undo it, and has promised it only to the device that bought. Null when it is not known (yet).
 */
function useStoredPurchase(
  { id, entry }: Order,
  shown: AcceptanceReceipt | null,
): StoredState | null {
  const account = useAtomValue(accountAtom)
  const purchases = useAtomValue(storedReceiptsAtom)
  const [state, setState] = useState<StoredState | null>(null)
  const hasBegun = entry !== null
  useEffect(() => {
    let closed = false
    const compare = async (purchase: Pick<Order, 'id'> & { account: string }): Promise<void> => {
      if (!hasBegun && (await purchases.find(purchase)) === null) return
      const isSame = shown === null || (await purchases.keep(purchase, shown))
      const found = await purchases.find(purchase)
      if (!closed) setState({ purchase: found, isSame })
    }
    // A device that stores nothing compares nothing.
    if (account !== null) void compare({ account, id }).catch(() => undefined)
    return () => {
      closed = true
    }
  }, [account, hasBegun, id, purchases, shown])
  return state
}

interface Props {
  order: Order
  /** The receipt as the server shows it now; null when it cannot be read. */
  shown: AcceptanceReceipt | null
}

/** The signed terms of the purchase. This device stores them, and the user can download them. */
export function ReceiptPanel({ order, shown }: Props) {
  const { t } = useTranslation('orders')
  const stored = useStoredPurchase(order, shown)
  const receipt = shown ?? stored?.purchase?.receipt ?? null
  if (receipt === null) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('receipt.title')}</h3>
      <p className="text-xs text-ink-2">{t('receipt.hint')}</p>
      {stored?.isSame === true && (
        <p className="flex items-start gap-2 text-xs text-ink-2">
          <CircleCheck aria-hidden size={16} className="shrink-0 text-brand-strong" />
          <span>{t(shown === null ? 'receipt.fromDevice' : 'receipt.kept')}</span>
        </p>
      )}
      {stored?.isSame === false && stored.purchase !== null && (
        <>
          <Notice tone="bad">{t('receipt.other')}</Notice>
          <OtherPurchase stored={stored.purchase} now={receipt} orderId={order.id} />
        </>
      )}
      <details className="text-xs">
        <summary className="min-h-touch py-3">{t('receipt.show')}</summary>
        <pre className="overflow-x-auto rounded-control bg-sunken p-3 text-xs whitespace-pre-wrap break-all">
          <span>{receipt.text}</span>
          {'\n\n'}
          <span>{receipt.signature}</span>
        </pre>
      </details>
      <Button variant="secondary" onClick={() => savePurchase(receipt, order.id)}>
        <Download aria-hidden size={18} className="shrink-0" /> {t('receipt.download')}
      </Button>
    </section>
  )
}
