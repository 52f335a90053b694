import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { Download, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { Frozen } from '#components/frozen.tsx'
import { productAtom } from '#data/products.ts'
import { loggedInAtom, memberAtom } from '#api/session.ts'
import { type OrderId, orderId } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import {
  CheckShield,
  ReceiptSteps,
  ReceiptVerdict,
} from '#features/orders/receipt/checked-receipt.tsx'
import { ReceiptStory } from './receipt-story.tsx'
import { useReceiptCheck } from '#features/orders/receipt/use-receipt-check.ts'
import { Visitor } from '#features/session/visitor.tsx'
import { PATHS } from '#lib/paths.ts'
import { later } from '#lib/later.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const SharePanel = later(
  async () => (await import('#features/orders/share/share-panel.tsx')).SharePanel,
)

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
  const { t } = useTranslation(['proof', 'orders'])
  const state = useReceiptCheck(id)
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      <ReceiptVerdict state={state} />
      {state.status === 'ready' && <Frozen what="settled" state={state.receipt.order.frozen} />}
      {state.status === 'loading' && <Skeleton className="h-160 rounded-card" />}
      {state.status === 'ready' && <Story receipt={state.receipt} />}
      <Card className="flex flex-col gap-3">
        <h2 className="flex items-center gap-2 font-semibold">
          <CheckShield state={state} /> {t('proof:title')}
        </h2>
        <p className="text-sm text-ink-2">{t('proof:lead')}</p>
        {state.status === 'ready' && (
          <>
            <p className="text-sm">
              {t(`proof:receipt.trust.${state.receipt.device === undefined ? 'server' : 'device'}`)}
            </p>
            <ReceiptSteps state={state} />
          </>
        )}
        <p className="text-xs text-ink-2">{t('proof:elsewhere')}</p>
        <a
          href="/fairtick-verify.html"
          download
          className="inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold text-brand-strong underline"
        >
          <Download aria-hidden size={16} className="shrink-0" /> {t('proof:page.get')}
        </a>
      </Card>
      {state.status === 'ready' && <Sharing receipt={state.receipt} />}
    </div>
  )
}

/** Loaded apart, because most readers share nothing. Guests register first. */
function Sharing({ receipt: { order } }: { receipt: SettledReceipt }) {
  const product = useAtomValue(productAtom(order.symbol))
  const member = useAtomValue(memberAtom)
  if (!member || product.status !== 'ready' || product.value === null) return null
  return (
    <div className="print:hidden">
      <Suspense fallback={<Skeleton className="h-44 rounded-card" />}>
        <SharePanel order={order} product={product.value} />
      </Suspense>
    </div>
  )
}

function Story({ receipt }: { receipt: SettledReceipt }) {
  const { order } = receipt
  const product = useAtomValue(productAtom(order.symbol))
  if (product.status === 'loading') return <Skeleton className="h-160 rounded-card" />
  // Prices cannot be formatted without the product's decimals. The check below works without them.
  if (product.status === 'failed' || product.value === null) return null
  return <ReceiptStory receipt={receipt} product={product.value} />
}
