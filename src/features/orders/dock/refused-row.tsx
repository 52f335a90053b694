import { useTranslation } from 'react-i18next'
import type { RefusedOrder } from '#contract/refused-order.ts'
import { DockProduct } from '#features/orders/dock/dock-row.tsx'
import { DirectionBadge, ProfitAndLoss } from '#features/orders/order-text.tsx'
import { useReason } from '#features/orders/refused-orders.ts'
import { useProductName } from '#i18n/product-name.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { SortKey } from '#ui/sorted.ts'
import { type TableColumn, TableRow } from '#ui/table.tsx'

/** The columns of refused orders. */
export function useRefusedHeads(): readonly TableColumn[] {
  const { t } = useTranslation(['orders', 'trading'])
  return [
    { id: 'product', text: t('orders:filter.product'), sorts: true },
    { id: 'direction', text: t('orders:direction'), sorts: true },
    { id: 'stake', text: t('orders:amount'), className: 'text-end', sorts: true },
    { id: 'reason', text: t('trading:dock.reason') },
    { id: 'would', text: t('trading:dock.would'), sorts: true },
    { id: 'result', text: t('orders:profitAndLoss'), className: 'text-end', sorts: true },
    { id: 'at', text: t('trading:dock.at'), className: 'text-end', sorts: true },
  ]
}

/** What each column has in an order, to sort by. */
export function useRefusedKeys(): Record<string, (order: RefusedOrder) => SortKey | null> {
  const nameOf = useProductName()
  return {
    product: ({ symbol }) => nameOf(symbol),
    direction: ({ direction }) => direction,
    stake: ({ stake }) => stake,
    would: ({ outcome }) => outcome,
    result: ({ profitAndLoss }) => profitAndLoss,
    at: ({ refusedAt }) => refusedAt,
  }
}

interface RowProps {
  at: number
  order: RefusedOrder
  columns: readonly TableColumn[]
  layout: string
}

/** A refused order as a row of a table. */
export function RefusedTableRow({ at, order, columns, layout }: RowProps) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const reasonOf = useReason()
  const { outcome } = order
  return (
    <TableRow
      at={at}
      columns={columns}
      layout={layout}
      dense
      cells={{
        product: <DockProduct symbol={order.symbol} />,
        direction: <DirectionBadge direction={order.direction} />,
        stake: format.money(order.stake),
        reason: reasonOf(order.reason),
        would: t(outcome === null ? 'refused.pending' : `refused.would.${outcome}`),
        result: <ProfitAndLoss order={order} />,
        at: format.dateTime(order.refusedAt),
      }}
    />
  )
}
