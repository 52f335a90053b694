import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '#components/failed.tsx'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { ALL_DAYS } from '#data/day-range.ts'
import { productsAtom } from '#data/products.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { usePagedList } from '#data/use-paged-list.ts'
import { DockRow, type DockRowProps } from '#features/orders/dock/dock-row.tsx'
import { DockNote, DockTable } from '#features/orders/dock/dock-table.tsx'
import { type OrderFilter, orderListOf, orderSource, passes } from '#features/orders/order-list.ts'
import { ProfitAndLoss, StatusBadge, usePriceText } from '#features/orders/order-text.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { useFormat } from '#i18n/use-format.ts'
import { startOf } from '#rules/signed-order.ts'
import { topicAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'
import type { TableColumn } from '#ui/table.tsx'

const CLOSED: OrderFilter = { status: 'settled', symbol: null, outcome: null, ...ALL_DAYS }

function useColumns(): readonly TableColumn[] {
  const { t } = useTranslation(['orders', 'trading'])
  return [
    { id: 'product', text: t('orders:filter.product'), sorts: true },
    { id: 'direction', text: t('orders:direction'), sorts: true },
    { id: 'stake', text: t('orders:amount'), className: 'from-32 text-end', sorts: true },
    { id: 'entry', text: t('orders:buyPrice'), className: 'from-56 text-end' },
    { id: 'exit', text: t('orders:transactionPrice'), className: 'from-56 text-end' },
    { id: 'status', text: t('orders:filter.outcome'), sorts: true },
    { id: 'result', text: t('orders:profitAndLoss'), className: 'text-end', sorts: true },
    {
      id: 'placed',
      text: t('trading:dock.placedAt'),
      className: 'from-68 text-end',
      sorts: true,
    },
    { id: 'closed', text: t('trading:dock.closedAt'), className: 'from-42 text-end', sorts: true },
  ]
}

interface RowProps extends DockRowProps {
  product: Product | undefined
}

function ClosedRow({ product, ...row }: RowProps) {
  const { order } = row
  const format = useFormat()
  const write = usePriceText(product?.priceDecimals)
  return (
    <DockRow
      {...row}
      layout="dock-closed"
      cells={{
        entry: write(order.entry),
        exit: write(order.exit),
        status: <StatusBadge status={order.status} />,
        result: <ProfitAndLoss order={order} />,
        placed: format.dateTime(startOf(order)),
        closed: order.settledAt === null ? '–' : format.dateTime(order.settledAt),
      }}
    />
  )
}

/** The orders that were closed last, with those that close meanwhile. The page of all orders has the others. */
export function ClosedTable(props: {
  scroller: RefObject<HTMLElement | null>
  onOpen: (order: Order) => void
}) {
  const { t } = useTranslation('orders')
  const list = usePagedList(orderListOf(CLOSED), orderSource(CLOSED))
  useLiveRows(list, topicAtom('positions'), ({ settled }) =>
    settled.filter((order) => passes(CLOSED, order)),
  )
  const columns = useColumns()
  const nameOf = useProductName()
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  if (list.status === 'loading') return <Skeleton className="m-3 h-20" />
  if (list.status === 'failed') return <Failed error={list.error} onRetry={list.retry} />
  if (list.status === 'empty') return <DockNote>{t('empty.settled')}</DockNote>
  return (
    <DockTable
      tab="closed"
      label={t('tabs.settled')}
      columns={columns}
      layout="dock-closed"
      rows={list.rows}
      keys={{
        product: ({ symbol }) => nameOf(symbol),
        direction: ({ direction }) => direction,
        stake: ({ stake }) => stake,
        status: ({ status }) => t(`status.${status}`),
        result: ({ profitAndLoss }) => profitAndLoss,
        placed: startOf,
        closed: ({ settledAt }) => settledAt,
      }}
      scroller={props.scroller}
    >
      {(order, at) => (
        <ClosedRow
          key={order.id}
          at={at}
          order={order}
          product={known.find((one) => one.symbol === order.symbol)}
          columns={columns}
          onOpen={props.onOpen}
        />
      )}
    </DockTable>
  )
}
