import { Failed } from '#components/failed.tsx'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import { isSettled } from '#features/orders/merge-orders.ts'
import { type OrderFilter, orderListOf, orderSource, passes } from '#features/orders/order-list.ts'
import { DirectionBadge, ProfitAndLoss, StatusBadge } from '#features/orders/order-text.tsx'
import { shownTimeOf } from '#features/orders/presentation.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { usePagedList } from '#data/use-paged-list.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { useRelativeTime } from '#i18n/relative-time.ts'
import { durationText } from '#i18n/duration-text.ts'
import { topicAtom } from '#streams'
import { SkeletonRows } from '#ui/skeleton.tsx'

interface OrderBriefProps {
  order: Order
  nowMs: number
  onOpen: (order: Order) => void
}

/** An order in a short list: what was bought, and its result. All rows have the same height. */
function OrderBrief({ order, nowMs, onOpen }: OrderBriefProps) {
  const { t, i18n } = useTranslation('orders')
  const format = useFormat()
  const ago = useRelativeTime()
  const name = useProductName()(order.symbol)
  const settled = isSettled(order)
  return (
    <button
      type="button"
      onClick={() => onOpen(order)}
      className="flex h-16 w-full items-center gap-3 px-4 text-start -outline-offset-2 active:bg-sunken max-[22rem]:gap-2 max-[22rem]:px-3"
    >
      <span className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <span className="max-w-full truncate font-semibold">{name}</span>
        <span className="figures flex max-w-full items-center gap-2 text-xs text-ink-2">
          <DirectionBadge direction={order.direction} />
          <span className="truncate">
            <span>{format.money(order.stake)}</span> ·{' '}
            <span>{durationText(i18n.language, order.durationMs)}</span>
          </span>
        </span>
      </span>
      <span className="figures flex shrink-0 flex-col items-end gap-1">
        {settled ? <ProfitAndLoss order={order} /> : <StatusBadge status={order.status} />}
        <span className="text-xs text-ink-3">
          {/* A result of zero has no sign, so the status is written out. */}
          {order.profitAndLoss === 0n && <span>{`${t(`status.${order.status}`)} · `}</span>}
          <span>{ago(shownTimeOf(order), nowMs)}</span>
        </span>
      </span>
    </button>
  )
}

/** Shown instead of an empty short list: why it is empty, and what the user can do. */
export function EmptyBrief({ kind }: { kind: 'all' | 'open' | 'settled' }) {
  const { t } = useTranslation('orders')
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 px-6 py-8 text-center">
      <p className="font-semibold">{t(`empty.${kind}`)}</p>
      <p className="max-w-80 text-sm text-ink-2">{t('emptyHint')}</p>
    </div>
  )
}

interface Props {
  status: OrderFilter['status']
  max: number
  onOpen: (order: Order) => void
}

/** The newest orders of one kind, merged with those that the stream pushes. */
export function BriefList({ status, max, onOpen }: Props) {
  const filter: OrderFilter = { status, symbol: null, outcome: null, from: null, to: null }
  const list = usePagedList(orderListOf(filter), orderSource(filter))
  const nowMs = useServerNow()
  useLiveRows(list, topicAtom('positions'), ({ open, settled }) =>
    [...open, ...settled].filter((order) => passes(filter, order)),
  )
  if (list.status === 'loading') return <SkeletonRows className="h-16" count={max} />
  if (list.status === 'empty') return <EmptyBrief kind={status} />
  if (list.status === 'failed') {
    return <Failed error={list.error} onRetry={list.retry} />
  }
  return (
    <ul className="divide-y divide-line/60">
      {list.rows.slice(0, max).map((order) => (
        <li key={order.id}>
          <OrderBrief order={order} nowMs={nowMs} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}
