import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Order } from '#contract/order.ts'
import { OrderSheet } from '#features/orders/order-sheet.tsx'
import { PositionList } from '#features/orders/position-list.tsx'
import { useNewest } from '#features/orders/use-newest.ts'
import { AsOf } from '#components/as-of.tsx'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'

/** The user's open positions on this product, with their countdowns. */
export function OpenPositions({ symbol }: { symbol: string }) {
  const { t } = useTranslation('orders')
  const positions = useAtomValue(topicAtom('positions'))
  const [shown, setShown] = useState<Order | null>(null)
  const [open, setOpen] = useState(false)
  const value = 'value' in positions ? positions.value : null
  const own = value?.open.filter((order) => order.symbol === symbol) ?? []
  const current = useNewest(shown)
  const show = (order: Order): void => {
    setShown(order)
    setOpen(true)
  }
  return (
    <section className="flex flex-col gap-2 px-4">
      <div className="flex min-h-touch items-center justify-between">
        <h2 className="font-semibold">{t('myPositions')}</h2>
        <Link
          to={`${PATHS.orders}?tab=all`}
          className="inline-flex min-h-touch items-center text-sm text-brand-strong"
        >
          {t('tabs.all')}
        </Link>
      </div>
      <AsOf live={positions} />
      {value === null && positions.status === 'connecting' && <Skeleton className="h-28" />}
      {value !== null && own.length === 0 && (
        <p className="pb-2 text-sm text-ink-3">{t('empty.open')}</p>
      )}
      <PositionList orders={own} view="detail" onOpen={show} />
      {current !== null && (
        <OrderSheet order={current} open={open} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}
