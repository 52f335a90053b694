import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order, OrderStatus } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import { useFormat } from '#i18n/format.ts'
import { resultTone } from '#lib/result-tone.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

/** Up or down by arrow, word and colour. */
export function DirectionBadge({ direction }: { direction: Direction }) {
  const { t } = useTranslation('common')
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <Badge tone={direction}>
      <Arrow aria-hidden size={12} /> <span>{t(`direction.${direction}`)}</span>
    </Badge>
  )
}

const STATUS_TONES: Record<OrderStatus, BadgeTone> = {
  open: 'neutral',
  live: 'info',
  won: 'up',
  lost: 'down',
  draw: 'neutral',
  void: 'warn',
  compensated: 'warn',
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('orders')
  return <Badge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>
}

/** Profit or loss with its sign; a dash while it is not known. */
export function ProfitAndLoss({ order }: { order: Pick<Order, 'profitAndLoss'> }) {
  const format = useFormat()
  const amount = order.profitAndLoss
  if (amount === null) return <span className="text-ink-3">–</span>
  return (
    <span className={`figures font-semibold ${resultTone(amount)}`}>
      {format.signedMoney(amount)}
    </span>
  )
}
