import { useAtomValue } from 'jotai'
import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { Frozen } from '#components/frozen.tsx'
import { productAtom } from '#data/products.ts'
import { loggedInAtom } from '#api/session.ts'
import { type OrderId, orderId } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import {
  isUrgent,
  ReceiptChecks,
  ReceiptVerdict,
} from '#features/orders/receipt/checked-receipt.tsx'
import { type ReadyReceipt, useReceiptCheck } from '#features/orders/receipt/use-receipt-check.ts'
import { useShares } from '#features/orders/share/use-shares.ts'
import { Visitor } from '#features/session/visitor.tsx'
import { PATHS } from '#lib/paths.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PrintFooter } from './print-footer.tsx'
import { ReceiptTables } from './receipt-evidence.tsx'
import { ReceiptStory } from './receipt-story.tsx'

/** One settled order, explained and recomputed on this device. */
export function ReceiptPage() {
  const { t } = useTranslation(['proof', 'orders'])
  const [query] = useSearchParams()
  const id = orderId.safeParse(query.get('id'))
  const loggedIn = useAtomValue(loggedInAtom)
  if (!loggedIn) {
    return <Visitor icon={ReceiptText} title={t('orders:loggedOut')} hint={t('proof:lead')} />
  }
  if (!id.success) {
    return (
      <EmptyState
        icon={ReceiptText}
        title={t('proof:none')}
        action={
          <Link
            to={`${PATHS.orders}?tab=settled`}
            className="inline-flex min-h-touch items-center underline"
          >
            {t('proof:toOrders')}
          </Link>
        }
      />
    )
  }
  return <Receipt id={id.data} />
}

function Receipt({ id }: { id: OrderId }) {
  const state = useReceiptCheck(id)
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      {isUrgent(state) && <ReceiptVerdict state={state} />}
      {state.status === 'loading' && <Skeleton className="h-160 rounded-card" />}
      {state.status === 'ready' && <Whole state={state} />}
    </div>
  )
}

function Whole({ state }: { state: ReadyReceipt<SettledReceipt> }) {
  const { receipt } = state
  const { order } = receipt
  const product = useAtomValue(productAtom(order.symbol))
  const shares = useShares()
  // Prices cannot be formatted without the product's decimals. The checks below work without them.
  const known = product.status === 'ready' ? product.value : null
  return (
    <>
      <Frozen what="settled" state={order.frozen} />
      {product.status === 'loading' && <Skeleton className="h-160 rounded-card" />}
      {known !== null && <ReceiptStory receipt={receipt} product={known} shares={shares} />}
      <Card className="flex flex-col gap-3">
        <ReceiptChecks state={state}>
          {known !== null && <ReceiptTables receipt={receipt} decimals={known.priceDecimals} />}
        </ReceiptChecks>
      </Card>
      <PrintFooter share={shares.all?.find(({ orderId }) => orderId === order.id) ?? null} />
    </>
  )
}
