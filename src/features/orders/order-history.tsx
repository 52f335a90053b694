import { useAtomValue } from 'jotai'
import { ReceiptText } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { productsAtom } from '#data/products.ts'
import type { Order } from '#contract/order.ts'
import { SignedAmount } from '#components/signed-amount.tsx'
import { DocumentList } from '#documents/document-list.tsx'
import { DocumentTable } from '#documents/document-table.tsx'
import { OrderFilterBar } from '#features/orders/order-filter-bar.tsx'
import { type OrderFilter, orderListOf, orderSource, passes } from '#features/orders/order-list.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { type PagedList, usePagedList } from '#data/use-paged-list.ts'
import {
  DirectionBadge,
  ProfitAndLoss,
  StatusBadge,
  usePriceText,
} from '#features/orders/order-text.tsx'
import { PastOrderRow, useOrderHeads, useOrderKeys } from '#features/orders/dock/past-orders.tsx'
import { type OrderDay, orderDays } from '#features/orders/order-days.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { durationText } from '#i18n/duration-text.ts'
import { usePanes } from '#lib/use-panes.ts'
import { topicAtom } from '#streams'
import { join } from '#ui/join.ts'
import type { Sorted } from '#ui/sorted.ts'

interface OrderRowProps {
  order: Order
  product: Product | undefined
  onOpen: (order: Order) => void
  /** Where a list has its days, the first order of each has that day's heading. */
  day: OrderDay | undefined
  /** The time by which the list is in order. */
  at: number
}

/** An order in a long list. */
function OrderRow({ order, product, onOpen, day, at }: OrderRowProps) {
  const { t, i18n } = useTranslation('orders')
  const format = useFormat()
  const name = useProductName()(order.symbol)
  const write = usePriceText(product?.priceDecimals)
  return (
    <>
      {day !== undefined && <DayHeading day={day} />}
      <button
        type="button"
        onClick={() => onOpen(order)}
        className="flex w-full flex-col gap-1.5 border-b border-line/60 bg-surface px-4 py-3 text-start active:bg-sunken"
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
          <StatusBadge status={order.status} />
          <ProfitAndLoss order={order} />
        </span>
        <span className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
          <DirectionBadge direction={order.direction} />
          <span>{t('amountIs', { amount: format.money(order.stake) })}</span>
          <span>{durationText(i18n.language, order.durationMs)}</span>
          <span>
            <span>{write(order.entry)}</span> → <span>{write(order.exit)}</span>
          </span>
        </span>
        <span className="figures flex justify-between gap-2 text-xs text-ink-3">
          <span>{format.time(at)}</span>
          <span>{t('numberIs', { id: order.id })}</span>
        </span>
      </button>
    </>
  )
}

/** A day of the list, with what its orders came to once all of them are loaded. */
function DayHeading({ day }: { day: OrderDay }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  return (
    <h2 className="figures flex items-baseline justify-between gap-3 bg-page px-4 pt-4 pb-1.5 text-sm">
      <span className="font-semibold">{format.date(day.at)}</span>
      {day.result !== null && (
        <span className="text-ink-2">
          <span className="sr-only">{t('profitAndLoss')} </span>
          <SignedAmount minor={day.result} />
        </span>
      )}
    </h2>
  )
}

const LAYOUT = 'orders-table'
const FIRST = {
  all: { by: 'placed', down: true },
  settled: { by: 'closed', down: true },
} as const satisfies Record<OrderFilter['status'], Sorted>

/** The time that decides an order's place in the list. */
const TIMES = {
  all: ({ acceptedAt }: Order) => acceptedAt,
  settled: ({ settledAt, acceptedAt }: Order) => settledAt ?? acceptedAt,
} as const satisfies Record<OrderFilter['status'], (order: Order) => number>

interface Props {
  filter: OrderFilter
  onFilter: (filter: OrderFilter) => void
  onOpen: (order: Order) => void
}

/** Past orders as a paged list, merged with those that the stream pushes. */
export function OrderHistory({ filter, onFilter, onOpen }: Props) {
  const { t } = useTranslation(['orders', 'common'])
  const list = usePagedList(orderListOf(filter), orderSource(filter))
  useLiveRows(list, topicAtom('positions'), ({ open, settled }) =>
    [...open, ...settled].filter((order) => passes(filter, order)),
  )
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  const { status, symbol, outcome, from, to } = filter
  const bare = [symbol, outcome, from, to].every((set) => set === null)
  const view = {
    list,
    empty: {
      icon: ReceiptText,
      title: t(bare ? `orders:empty.${status}` : 'common:list.noneFit'),
      hint: bare ? t('orders:emptyHint') : undefined,
    },
  }
  const productOf = (order: Order): Product | undefined =>
    known.find((one) => one.symbol === order.symbol)
  const Shown = usePanes() === 3 ? Table : Days
  return (
    <>
      <OrderFilterBar filter={filter} onFilter={onFilter} products={known} list={list} />
      <Shown view={view} status={status} productOf={productOf} onOpen={onOpen} />
    </>
  )
}

interface ShownProps extends Pick<Props, 'onOpen'> {
  view: {
    list: PagedList<Order>
    empty: ComponentProps<typeof DocumentTable<Order>>['empty']
  }
  status: OrderFilter['status']
  productOf: (order: Order) => Product | undefined
}

/** By days, each with what its orders came to. */
function Days({ view, status, productOf, onOpen }: ShownProps) {
  const timeOf = TIMES[status]
  const { rows, tail } = view.list
  const days = useMemo(() => orderDays(rows, timeOf, tail === 'end'), [rows, timeOf, tail])
  return (
    <DocumentList {...view} rowClass="h-21">
      {(order) => (
        <OrderRow
          order={order}
          product={productOf(order)}
          day={days.get(order.id)}
          at={timeOf(order)}
          onOpen={onOpen}
        />
      )}
    </DocumentList>
  )
}

/** On a large screen. */
function Table({ view, status, productOf, onOpen }: ShownProps) {
  const { t } = useTranslation('orders')
  const { duration, ...heads } = useOrderHeads()
  const { product, direction, stake, ...others } = heads
  const wide = { ...duration, className: join(duration.className, 'from-70') }
  const columns = [product, direction, stake, wide, ...Object.values(others)]
  const keys = useOrderKeys()
  return (
    <DocumentTable
      {...view}
      table={{
        id: status,
        label: t(`tabs.${status}`),
        columns,
        layout: LAYOUT,
        keys,
        first: FIRST[status],
      }}
    >
      {(order, at) => (
        <PastOrderRow
          at={at}
          order={order}
          product={productOf(order)}
          columns={columns}
          layout={LAYOUT}
          onOpen={onOpen}
        />
      )}
    </DocumentTable>
  )
}
