import { useAtomValue } from 'jotai'
import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { productsAtom } from '#data/products.ts'
import type { Order } from '#contract/order.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { OrderFilterBar } from '#features/orders/order-filter-bar.tsx'
import { type OrderFilter, orderListOf, orderSource, passes } from '#features/orders/order-list.ts'
import { OrderRow } from '#features/orders/order-row.tsx'
import { useLiveRows } from '#data/use-live-rows.ts'
import { usePagedList } from '#data/use-paged-list.ts'
import { topicAtom } from '#streams'

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
  const { symbol, outcome, from, to } = filter
  const bare = [symbol, outcome, from, to].every((set) => set === null)
  return (
    <>
      <OrderFilterBar filter={filter} onFilter={onFilter} products={known} list={list} />
      <DocumentList
        list={list}
        rowClass="h-21"
        empty={{
          icon: ReceiptText,
          title: t(bare ? `orders:empty.${filter.status}` : 'common:list.noneFit'),
          hint: bare ? t('orders:emptyHint') : undefined,
        }}
      >
        {(order) => (
          <OrderRow
            order={order}
            product={known.find((one) => one.symbol === order.symbol)}
            onOpen={onOpen}
          />
        )}
      </DocumentList>
    </>
  )
}
