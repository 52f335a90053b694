import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { isFrozen, isOver } from '#features/orders/merge-orders.ts'
import { DirectionBadge, ProfitAndLoss, usePriceText } from '#features/orders/order-text.tsx'
import { countdown, STATUSES } from '#features/orders/presentation.ts'
import { useStartsIn } from '#components/starts-in.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { durationText } from '#i18n/duration-text.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { startOf } from '#rules/signed-order.ts'
import { quoteAtom, streamsAtom } from '#streams'
import { ListRow } from '#ui/list-row.tsx'

interface Props {
  order: Order
  product: Product
}

function LiveRows({ order, product }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const quote = useAtomValue(quoteAtom(product.id, 'list'))
  const streams = useAtomValue(streamsAtom)
  useSeconds()
  const left = countdown(order, streams?.serverNow() ?? 0)
  const startsIn = useStartsIn(left.phase === 'starting' ? left.startsAt : null)
  const price = usePriceText(product.priceDecimals)('value' in quote ? quote.value : null)
  return (
    <>
      <ListRow
        label={t('countdown')}
        value={
          left.phase === 'running' ? format.countdown(left.leftMs) : (startsIn ?? t('deciding'))
        }
      />
      <ListRow label={t('currentPrice')} value={price} />
    </>
  )
}

/** The result of an order in money; of one that still runs, what it can pay and how it goes. */
export function OrderResult({ order, product }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const { payout } = STATUSES[order.status]
  return (
    <div className="flex flex-col rounded-control bg-sunken px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-3 py-1 text-figure font-bold">
        <span>{t(`status.${order.status}`)}</span> <ProfitAndLoss order={order} />
      </p>
      <dl className="divide-y divide-line/60">
        <ListRow label={t('amount')} value={format.money(order.stake)} />
        {payout !== null && <ListRow label={t(payout)} value={format.money(order.payout)} />}
        {!isOver(order) && !isFrozen(order) && <LiveRows order={order} product={product} />}
      </dl>
    </div>
  )
}

/** The other fields of an order, with their labels. */
export function OrderFacts({ order, product }: Props) {
  const { t, i18n } = useTranslation(['orders', 'common'])
  const format = useFormat()
  const write = usePriceText(product.priceDecimals)
  const duration = durationText(i18n.language, order.durationMs)
  const direction = t(`common:direction.${order.direction}`)
  return (
    <dl className="divide-y divide-line/60">
      <ListRow label={t('orders:number')} value={order.id} />
      <ListRow
        label={t('orders:direction')}
        value={<DirectionBadge direction={order.direction} />}
      />
      <ListRow label={t('orders:profitAndLoss')} value={<ProfitAndLoss order={order} />} />
      <ListRow label={t('orders:buyPrice')} value={write(order.entry)} />
      <ListRow label={t('orders:transactionPrice')} value={write(order.exit)} />
      <ListRow label={t('orders:holdingTime')} value={duration} />
      <ListRow
        label={t('orders:closingTime')}
        value={format.dateTime(order.expiresAt)}
        hint={
          order.settledAt === null
            ? undefined
            : t('orders:settledAt', { time: format.time(order.settledAt) })
        }
      />
      <ListRow
        label={t('orders:entrust')}
        value={t('orders:entrustIs', { direction, amount: format.money(order.stake), duration })}
        hint={format.dateTime(startOf(order))}
      />
      <ListRow label={t('orders:source')} value={t(`common:source.${order.source}`)} />
    </dl>
  )
}
