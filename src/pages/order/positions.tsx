import { Failed } from '#components/failed.tsx'
import { useAtomValue } from 'jotai'
import { Timer } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Order } from '#contract/order.ts'
import { PositionTable } from '#features/orders/dock/position-table.tsx'
import { KeepAwake } from '#features/orders/keep-awake.tsx'
import { PositionList } from '#features/orders/position-list.tsx'
import { AsOf } from '#components/as-of.tsx'
import { PATHS } from '#lib/paths.ts'
import { usePanes } from '#lib/use-panes.ts'
import { topicAtom } from '#streams'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { headBelowTabs } from '#ui/table.tsx'

/** The open positions, live. */
export function Positions({ onOpen }: { onOpen: (order: Order) => void }) {
  const { t } = useTranslation(['orders', 'common'])
  const isTable = usePanes() === 3
  // The page itself scrolls.
  const whole = useRef(null)
  const positions = useAtomValue(topicAtom('positions'))
  if (positions.status === 'failed') {
    return <Failed icon={Timer} title={t('orders:failed')} />
  }
  if (positions.status === 'connecting') return <Skeleton className="m-4 h-28" />
  const { open } = positions.value
  if (open.length === 0) {
    return (
      <EmptyState
        icon={Timer}
        title={t('orders:empty.open')}
        hint={t('orders:emptyHint')}
        action={
          <Link to={PATHS.products} className={buttonLook({})}>
            {t('common:toProducts')}
          </Link>
        }
      />
    )
  }
  return (
    <div className={isTable ? '@container pt-2' : 'p-4'}>
      <KeepAwake orders={open} />
      <AsOf live={positions} className={isTable ? 'px-3 pb-2' : 'pb-2'} />
      {isTable ? (
        <PositionTable
          orders={open}
          scroller={whole}
          onOpen={onOpen}
          headClassName={headBelowTabs}
        />
      ) : (
        <PositionList orders={open} view="list" onOpen={onOpen} />
      )}
    </div>
  )
}
