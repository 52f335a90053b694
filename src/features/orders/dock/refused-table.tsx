import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { usePagedList } from '#data/use-paged-list.ts'
import { PagedTable, placed } from '#features/orders/dock/dock-table.tsx'
import {
  RefusedTableRow,
  useRefusedHeads,
  useRefusedKeys,
} from '#features/orders/dock/refused-row.tsx'
import { refusedOrders, refusedSource } from '#features/orders/refused-orders.ts'

const LAYOUT = 'dock-refused'

/** Narrow panes leave columns out. */
const PLACES = { direction: 'from-42', stake: 'from-42', reason: 'from-56', at: 'from-42' }

/** The orders that the server refused last. The page of all orders says more about them. */
export function RefusedTable({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('orders')
  const list = usePagedList(refusedOrders, refusedSource)
  const columns = placed(useRefusedHeads(), PLACES)
  const keys = useRefusedKeys()
  return (
    <PagedTable
      tab="refused"
      label={t('tabs.refused')}
      columns={columns}
      layout={LAYOUT}
      list={list}
      empty={t('refused.empty')}
      keys={keys}
      scroller={scroller}
    >
      {(order, at) => (
        <RefusedTableRow key={order.id} at={at} order={order} columns={columns} layout={LAYOUT} />
      )}
    </PagedTable>
  )
}
