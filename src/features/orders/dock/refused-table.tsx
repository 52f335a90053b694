import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '#components/failed.tsx'
import { usePagedList } from '#data/use-paged-list.ts'
import { DockNote, DockTable, placed } from '#features/orders/dock/dock-table.tsx'
import {
  RefusedTableRow,
  useRefusedHeads,
  useRefusedKeys,
} from '#features/orders/dock/refused-row.tsx'
import { refusedOrders, refusedSource } from '#features/orders/refused-orders.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const LAYOUT = 'dock-refused'

/** Narrow panes leave columns out. */
const PLACES = { direction: 'from-42', stake: 'from-42', reason: 'from-56', at: 'from-42' }

/** The orders that the server refused last. The page of all orders says more about them. */
export function RefusedTable({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('orders')
  const list = usePagedList(refusedOrders, refusedSource)
  const columns = placed(useRefusedHeads(), PLACES)
  const keys = useRefusedKeys()
  if (list.status === 'loading') return <Skeleton className="m-3 h-20" />
  if (list.status === 'failed') return <Failed error={list.error} onRetry={list.retry} />
  if (list.status === 'empty') return <DockNote>{t('refused.empty')}</DockNote>
  return (
    <DockTable
      tab="refused"
      label={t('tabs.refused')}
      columns={columns}
      layout={LAYOUT}
      rows={list.rows}
      keys={keys}
      scroller={scroller}
    >
      {(order, at) => (
        <RefusedTableRow key={order.id} at={at} order={order} columns={columns} layout={LAYOUT} />
      )}
    </DockTable>
  )
}
