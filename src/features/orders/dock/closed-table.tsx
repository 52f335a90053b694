import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import { ALL_DAYS } from '#data/day-range.ts'
import { productsAtom } from '#data/products.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { usePagedList } from '#data/use-paged-list.ts'
import { PagedTable, placed } from '#features/orders/dock/dock-table.tsx'
import { type OrderFilter, orderListOf, orderSource, passes } from '#features/orders/order-list.ts'
import { PastOrderRow, useOrderHeads, useOrderKeys } from '#features/orders/dock/past-orders.tsx'
import { topicAtom } from '#streams'
import type { TableColumn } from '#ui/table.tsx'

const LAYOUT = 'dock-closed'
const CLOSED: OrderFilter = { status: 'settled', symbol: null, outcome: null, ...ALL_DAYS }

/** Narrow panes leave columns out. */
const PLACES = {
  direction: 'dock-direction',
  stake: 'from-32',
  entry: 'from-56',
  exit: 'from-56',
  placed: 'from-68',
  closed: 'from-42',
}

function useColumns(): readonly TableColumn[] {
  const { duration: _, ...heads } = useOrderHeads()
  return placed(Object.values(heads), PLACES)
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
  const keys = useOrderKeys()
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  return (
    <PagedTable
      tab="closed"
      label={t('tabs.settled')}
      columns={columns}
      layout={LAYOUT}
      list={list}
      empty={t('empty.settled')}
      keys={keys}
      scroller={props.scroller}
    >
      {(order, at) => (
        <PastOrderRow
          key={order.id}
          layout={LAYOUT}
          at={at}
          order={order}
          product={known.find((one) => one.symbol === order.symbol)}
          columns={columns}
          onOpen={props.onOpen}
        />
      )}
    </PagedTable>
  )
}
