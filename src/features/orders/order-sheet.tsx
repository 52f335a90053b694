import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense } from 'react'
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
import { OrderFacts, OrderResult } from '#features/orders/order-facts.tsx'
import { DirectionBadge, SettledHow, WhyText } from '#features/orders/order-text.tsx'
import { OrderChart } from '#features/orders/receipt/order-chart.tsx'
import { recordsOf, useWholeRecords } from '#features/orders/receipt/receipt-records.ts'
import { ReceiptPanel } from '#features/orders/receipt/receipt-panel.tsx'
import { ShareButton } from '#features/orders/share/share-button.tsx'
import { useRepeatOrder } from '#features/orders/use-repeat-order.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { durationText } from '#i18n/duration-text.ts'
import { useProductName } from '#i18n/product-name.ts'
import { supportPath } from '#lib/paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
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
  const detail = fetched.status === 'ready' ? fetched.value : null
  // A settled order is published once, so only the detail knows of a fault that was found later.
  const frozen = detail === null ? order.frozen : detail.order.frozen
  return (
    <div className="flex flex-col gap-3">
      <Frozen what={isOver(order) ? 'settled' : 'open'} state={frozen} />
      {!isSettled(order) || fetched.status === 'failed' ? (
        <OrderHead order={order} />
      ) : detail === null ? (
        <Skeleton className="h-76" />
      ) : (
        <Pictured detail={detail} product={product} />
      )}
      <div className="text-sm">
        <WhyText order={order} decimals={product.priceDecimals} />
      </div>
      <OrderResult order={order} product={product} />
      {isOver(order) && <RepeatOrder order={order} onRepeat={onRepeat} />}
      {fetched.status === 'failed' && (
        <>
          <p role="alert" className="text-sm text-danger">
            {errorText(fetched.error)}
          </p>
          <ReceiptPanel order={order} shown={null} />
        </>
      )}
      {detail !== null && <Proof detail={detail} />}
      <Fold summary={t('more')} className="border-t border-line/60">
        <OrderFacts order={order} product={product} />
        <SettledHow symbol={order.symbol} />
        {detail !== null && <Evidence detail={detail} product={product} />}
      </Fold>
      <Link
        to={supportPath({ kind: 'order', id: order.id })}
        className={buttonLook({ variant: 'quiet', size: 'sm' })}
      >
        <MessageCircle aria-hidden size={18} className="shrink-0" />
        {t('ask')}
      </Link>
    </div>
  )
}

/** What was bought, and what can be done with it. */
function OrderHead({ order, children }: { order: Order; children?: ReactNode }) {
  const { i18n } = useTranslation('orders')
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      <DirectionBadge direction={order.direction} />
      <span>{durationText(i18n.language, order.durationMs)}</span>
      {children}
    </div>
  )
}

/** The picture of a settled order, with its way to others. */
function Pictured({ detail, product }: { detail: OrderDetail; product: Product }) {
  const { order, evidence } = detail
  const records = useWholeRecords(order.symbol, recordsOf(evidence))
  return (
    <>
      <OrderHead order={order}>
        <ShareButton order={order} product={product} records={records} />
      </OrderHead>
      <OrderChart order={order} records={records} decimals={product.priceDecimals} />
    </>
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

/** The check of a settled order on this device, and the signed purchase of one that is not settled. */
function Proof({ detail: { order, receipt } }: { detail: OrderDetail }) {
  if (!isSettled(order)) return <ReceiptPanel order={order} shown={receipt} />
  return (
    <Suspense fallback={<Skeleton className="h-64" />}>
      <CheckedReceipt id={order.id} />
    </Suspense>
  )
}

function Evidence({ detail, product }: { detail: OrderDetail; product: Product }) {
  const { t } = useTranslation('orders')
  const { order, evidence } = detail
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
