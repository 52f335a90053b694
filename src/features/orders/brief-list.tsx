import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import { OrderBrief } from '#features/orders/order-brief.tsx'
import { type OrderFilter, orderListOf, orderSource, passes } from '#features/orders/order-list.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { usePagedList } from '#data/use-paged-list.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { topicAtom } from '#streams'
import { ListFailed } from '#ui/list-failed.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyBrief } from '#features/orders/empty-brief.tsx'

interface Props {
  status: OrderFilter['status']
  most: number
  onOpen: (order: Order) => void
}

/** The newest orders of one kind, merged with those that the stream pushes. */
export function BriefList({ status, most, onOpen }: Props) {
  const { t } = useTranslation('common')
  const { errorText } = useErrorText()
  const filter: OrderFilter = { status, symbol: null, outcome: null, from: null, to: null }
  const list = usePagedList(orderListOf(filter), orderSource(filter))
  const nowMs = useServerNow()
  useLiveRows(list, topicAtom('positions'), ({ open, settled }) =>
    [...open, ...settled].filter((order) => passes(filter, order)),
  )
  if (list.status === 'loading') return <SkeletonRows className="h-16" count={most} />
  if (list.status === 'empty') return <EmptyBrief kind={status} />
  if (list.status === 'failed') {
    return (
      <ListFailed
        text={list.error === null ? '' : errorText(list.error)}
        retry={t('retry')}
        onRetry={list.retry}
      />
    )
  }
  return (
    <ul className="divide-y divide-line/60">
      {list.rows.slice(0, most).map((order) => (
        <li key={order.id}>
          <OrderBrief order={order} nowMs={nowMs} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}
