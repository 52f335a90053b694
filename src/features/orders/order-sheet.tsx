import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { MessageCircle, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { z } from 'zod/mini'
import { later } from '#lib/later.tsx'
import { call } from '#api/call.ts'
import { getOrder } from '#contract/endpoints/trading.ts'
import { Frozen } from '#components/frozen.tsx'
import { productAtom } from '#data/products.ts'
import { useFetched } from '#data/use-fetched.ts'
import type { Order, orderDetail } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { EvidenceTable } from '#features/orders/receipt/evidence-table.tsx'
import { isOver, isSettled } from '#features/orders/merge-orders.ts'
import { OrderFacts } from '#features/orders/order-facts.tsx'
import { ProfitAndLoss, SettledHow, WhyText } from '#features/orders/order-text.tsx'
import { ReceiptPanel } from '#features/orders/receipt/receipt-panel.tsx'
import { useRepeatOrder } from '#features/orders/use-repeat-order.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { supportPath } from '#lib/paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const CheckedReceipt = later(
  async () => (await import('#features/orders/receipt/checked-receipt.tsx')).CheckedReceipt,
)

interface Props {
  order: Order
  open: boolean
  onClose: () => void
}

/** One order with everything that explains its result. */
export function OrderSheet({ order, open, onClose }: Props) {
  const name = useProductName()(order.symbol)
  const product = useAtomValue(productAtom(order.symbol))
  const found = product.status === 'ready' ? product.value : null
  return (
    <Sheet open={open} onClose={onClose} title={name}>
      {found === null ? (
        <Skeleton className="h-80" />
      ) : (
        <Body
          key={`${order.id} ${order.status} ${order.frozen?.end?.at ?? order.frozen?.since}`}
          order={order}
          product={found}
          onRepeat={onClose}
        />
      )}
    </Sheet>
  )
}

type OrderDetail = z.infer<typeof orderDetail>

interface BodyProps {
  order: Order
  product: Product
  /** The ticket opens in place of this sheet. */
  onRepeat: () => void
}

function Body({ order, product, onRepeat }: BodyProps) {
  const { t } = useTranslation('orders')
  const { fetched } = useFetched(() => call(getOrder, { params: { id: order.id } }))
  const { errorText } = useErrorText()
  // A settled order is published once, so only the detail knows of a fault that was found later.
  const frozen = fetched.status === 'ready' ? fetched.value.order.frozen : order.frozen
  return (
    <div className="flex flex-col gap-4">
      <Frozen what={isOver(order) ? 'settled' : 'open'} state={frozen} />
      <div className="flex flex-col gap-2 rounded-control bg-sunken p-3">
        <div className="flex items-center gap-2 text-lg">
          <span className="font-semibold">{t(`status.${order.status}`)}</span>
          <ProfitAndLoss order={order} />
        </div>
        <div className="text-sm">
          <WhyText order={order} decimals={product.priceDecimals} />
        </div>
        <SettledHow symbol={order.symbol} />
      </div>
      {isOver(order) && <RepeatOrder order={order} onRepeat={onRepeat} />}
      <OrderFacts order={order} product={product} />
      <Link
        to={supportPath({ kind: 'order', id: order.id })}
        className={buttonLook({ variant: 'quiet', size: 'sm' })}
      >
        <MessageCircle aria-hidden size={18} className="shrink-0" />
        {t('ask')}
      </Link>
      {fetched.status === 'loading' && <Skeleton className="h-40" />}
      {fetched.status === 'failed' && (
        <>
          <p role="alert" className="text-sm text-danger">
            {errorText(fetched.error)}
          </p>
          <ReceiptPanel orderId={order.id} shown={null} />
        </>
      )}
      {fetched.status === 'ready' && <Evidence detail={fetched.value} product={product} />}
    </div>
  )
}

/** Opens the ticket with the values of this order. */
function RepeatOrder({ order, onRepeat }: { order: Order; onRepeat: () => void }) {
  const { t } = useTranslation('strip')
  const repeat = useRepeatOrder()
  const press = (): void => {
    onRepeat()
    repeat(order)
  }
  return (
    <Button variant="secondary" size="sm" onClick={press}>
      <RotateCw aria-hidden size={18} className="shrink-0" />
      {t('sameValues')}
    </Button>
  )
}

function Evidence({ detail, product }: { detail: OrderDetail; product: Product }) {
  const { t } = useTranslation('orders')
  const { order, evidence, receipt } = detail
  const decimals = product.priceDecimals
  return (
    <>
      <EvidenceTable
        title={t('evidence.entry')}
        records={evidence.entryRecords}
        decisiveSeq={order.entry?.seq ?? null}
        mark={t('buyPrice')}
        decimals={decimals}
      />
      <EvidenceTable
        title={t('evidence.exit')}
        records={evidence.exitRecords}
        decisiveSeq={order.exit?.seq ?? null}
        mark={t('transactionPrice')}
        decimals={decimals}
      />
      <Transfers transfers={evidence.transfers} />
      {isSettled(order) ? (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <CheckedReceipt id={order.id} />
        </Suspense>
      ) : (
        <ReceiptPanel orderId={order.id} shown={receipt} />
      )}
    </>
  )
}

function Transfers({ transfers }: Pick<OrderDetail['evidence'], 'transfers'>) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  if (transfers.length === 0) return null
  const label = (kind: string): string => {
    if (kind === 'compensation') return t('transfer.compensation')
    return kind === 'order_stake' ? t('transfer.order_stake') : t('transfer.order_settle')
  }
  return (
    <section>
      <h3 className="text-sm font-semibold">{t('transfer.title')}</h3>
      <dl className="divide-y divide-line/60">
        {transfers.map((transfer) => (
          <ListRow
            key={transfer.id}
            label={label(transfer.kind)}
            value={format.money(transfer.amount)}
            hint={`${format.dateTime(transfer.at)} · ${transfer.id}`}
          />
        ))}
      </dl>
    </section>
  )
}
