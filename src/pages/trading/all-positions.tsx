import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AsOf } from '#components/as-of.tsx'
import { OrderSheet } from '#features/orders/order-sheet.tsx'
import { PositionTable } from '#features/orders/position-table.tsx'
import { useOpenedOrder } from '#features/orders/use-opened-order.ts'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'

/** The user's open positions on all products, as a table. */
export function AllPositions({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('orders')
  const positions = useAtomValue(topicAtom('positions'))
  const { show, sheet } = useOpenedOrder()
  const value = 'value' in positions ? positions.value : null
  return (
    <div className="@container flex flex-col">
      <div className="flex min-h-touch items-center justify-between px-4">
        <h2 className="font-semibold">
          {t('myPositions')}
          {value !== null && value.open.length > 0 && (
            <span className="figures font-normal text-ink-2"> {value.open.length}</span>
          )}
        </h2>
        <Link
          to={`${PATHS.orders}?tab=all`}
          className="inline-flex min-h-touch items-center text-sm text-brand-strong"
        >
          {t('tabs.all')}
        </Link>
      </div>
      <AsOf live={positions} className="px-4" />
      {value === null && positions.status === 'connecting' && <Skeleton className="h-20" />}
      {value !== null && value.open.length === 0 && (
        <p className="px-4 pb-2 text-sm text-ink-3">{t('empty.open')}</p>
      )}
      {value !== null && value.open.length > 0 && (
        <PositionTable orders={value.open} scroller={scroller} onOpen={show} />
      )}
      {sheet !== null && <OrderSheet {...sheet} />}
    </div>
  )
}
