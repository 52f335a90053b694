import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { DockRow, type DockRowProps } from '#features/orders/dock/dock-row.tsx'
import { ProfitAndLoss, StatusBadge, usePriceText } from '#features/orders/order-text.tsx'
import { durationText } from '#i18n/duration-text.ts'
import { useProductName } from '#i18n/product-name.ts'
import { useFormat } from '#i18n/use-format.ts'
import { startOf } from '#rules/signed-order.ts'
import type { SortKey } from '#ui/sorted.ts'
import type { TableColumn } from '#ui/table.tsx'

const END = 'text-end'

/** The columns of past orders, each with one meaning. The classes leave out what a narrow table has no room for. */
export function useOrderHeads(): Record<OrderColumn, TableColumn> {
  const { t } = useTranslation(['orders', 'trading'])
  return {
    product: { id: 'product', text: t('orders:filter.product'), sorts: true },
    direction: { id: 'direction', text: t('orders:direction'), sorts: true },
    stake: { id: 'stake', text: t('orders:amount'), className: END, sorts: true },
    duration: { id: 'duration', text: t('orders:holdingTime'), className: END, sorts: true },
    entry: { id: 'entry', text: t('orders:buyPrice'), className: END },
    exit: { id: 'exit', text: t('orders:transactionPrice'), className: END },
    status: { id: 'status', text: t('orders:filter.outcome'), sorts: true },
    result: { id: 'result', text: t('orders:profitAndLoss'), className: END, sorts: true },
    placed: { id: 'placed', text: t('trading:dock.placedAt'), className: END, sorts: true },
    closed: { id: 'closed', text: t('trading:dock.closedAt'), className: END, sorts: true },
  }
}

type OrderColumn =
  | 'product'
  | 'direction'
  | 'stake'
  | 'duration'
  | 'entry'
  | 'exit'
  | 'status'
  | 'result'
  | 'placed'
  | 'closed'

type Keys = Record<Exclude<OrderColumn, 'entry' | 'exit'>, (order: Order) => SortKey | null>

/** What each column has in an order, to sort by. */
export function useOrderKeys(): Keys {
  const { t } = useTranslation('orders')
  const nameOf = useProductName()
  return {
    product: ({ symbol }) => nameOf(symbol),
    direction: ({ direction }) => direction,
    stake: ({ stake }) => stake,
    duration: ({ durationMs }) => durationMs,
    status: ({ status }) => t(`status.${status}`),
    result: ({ profitAndLoss }) => profitAndLoss,
    placed: startOf,
    closed: ({ settledAt }) => settledAt,
  }
}

interface Props extends DockRowProps {
  product: Product | undefined
  layout: string
}

/** A past order as a row of a table. */
export function PastOrderRow({ product, ...row }: Props) {
  const { i18n } = useTranslation()
  const { order } = row
  const format = useFormat()
  const write = usePriceText(product?.priceDecimals)
  const cells: Partial<Record<OrderColumn, ReactNode>> = {
    duration: durationText(i18n.language, order.durationMs),
    entry: write(order.entry),
    exit: write(order.exit),
    status: <StatusBadge status={order.status} />,
    result: <ProfitAndLoss order={order} />,
    placed: format.dateTime(startOf(order)),
    closed: order.settledAt === null ? '–' : format.dateTime(order.settledAt),
  }
  return <DockRow {...row} cells={cells} />
}
