import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '#components/failed.tsx'
import type { RefusedOrder } from '#contract/refused-order.ts'
import { usePagedList } from '#data/use-paged-list.ts'
import { DockNote, DockTable } from '#features/orders/dock/dock-table.tsx'
import { DirectionBadge, ProfitAndLoss } from '#features/orders/order-text.tsx'
import { refusedOrders, refusedSource, useReason } from '#features/orders/refused-list.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { type TableColumn, TableRow } from '#ui/table.tsx'

const WIDE_ONLY = 'from-42'

function useColumns(): readonly TableColumn[] {
  const { t } = useTranslation(['orders', 'trading'])
  return [
    { id: 'product', text: t('orders:filter.product'), sorts: true },
    { id: 'direction', text: t('orders:direction'), className: WIDE_ONLY, sorts: true },
    { id: 'stake', text: t('orders:amount'), className: `${WIDE_ONLY} text-end`, sorts: true },
    { id: 'reason', text: t('trading:dock.reason'), className: 'from-56' },
    { id: 'would', text: t('trading:dock.would'), sorts: true },
    { id: 'result', text: t('orders:profitAndLoss'), className: 'text-end', sorts: true },
    { id: 'at', text: t('trading:dock.at'), className: `${WIDE_ONLY} text-end`, sorts: true },
  ]
}

interface RowProps {
  at: number
  order: RefusedOrder
  columns: readonly TableColumn[]
}

function RefusedRow({ at, order, columns }: RowProps) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const reasonOf = useReason()
  const name = useProductName()(order.symbol)
  const { outcome } = order
  return (
    <TableRow
      at={at}
      columns={columns}
      layout="dock-refused"
      dense
      cells={{
        product: <span className="font-semibold">{name}</span>,
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

/** The orders that the server refused last. The page of all orders says more about them. */
export function RefusedTable({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('orders')
  const list = usePagedList(refusedOrders, refusedSource)
  const columns = useColumns()
  const nameOf = useProductName()
  if (list.status === 'loading') return <Skeleton className="m-3 h-20" />
  if (list.status === 'failed') return <Failed error={list.error} onRetry={list.retry} />
  if (list.status === 'empty') return <DockNote>{t('refused.empty')}</DockNote>
  return (
    <DockTable
      tab="refused"
      label={t('tabs.refused')}
      columns={columns}
      layout="dock-refused"
      rows={list.rows}
      keys={{
        product: ({ symbol }) => nameOf(symbol),
        direction: ({ direction }) => direction,
        stake: ({ stake }) => stake,
        would: ({ outcome }) => outcome,
        result: ({ profitAndLoss }) => profitAndLoss,
        at: ({ refusedAt }) => refusedAt,
      }}
      scroller={scroller}
    >
      {(order, at) => <RefusedRow key={order.id} at={at} order={order} columns={columns} />}
    </DockTable>
  )
}
