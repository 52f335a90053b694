import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { SignedAmount } from '#components/signed-amount.tsx'
import type { Order, OrderStatus } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import { STATUSES, whyOf } from '#features/orders/presentation.ts'
import { useFormat } from '#i18n/use-format.ts'
import { trustPath } from '#lib/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { inlineLinkLook } from '#ui/inline-link.ts'

/** Up or down by arrow and word. Colours are for results (decision 0039). */
export function DirectionBadge({ direction }: { direction: Direction }) {
  const { t } = useTranslation('common')
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <Badge>
      <Arrow aria-hidden size={12} /> <span>{t(`direction.${direction}`)}</span>
    </Badge>
  )
}

/** Up or down by arrow and word, where colours say results. */
export function DirectionMark({ direction }: { direction: Direction }) {
  const { t } = useTranslation('common')
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span className="inline-flex items-center gap-0.5 font-semibold">
      <Arrow aria-hidden size={16} strokeWidth={2.5} />
      <span>{t(`direction.${direction}`)}</span>
    </span>
  )
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('orders')
  return <Badge tone={STATUSES[status].badge}>{t(`status.${status}`)}</Badge>
}

/** Profit or loss with its sign; a dash while it is not known. */
export function ProfitAndLoss({ order }: { order: Pick<Order, 'profitAndLoss'> }) {
  const amount = order.profitAndLoss
  return amount === null ? <span className="text-ink-3">–</span> : <SignedAmount minor={amount} />
}

/** Writes the price of a tick or a quote; a dash while it or the product's decimals are not known. */
export function usePriceText(decimals: number | undefined) {
  const format = useFormat()
  return (priced: { price: number } | null): string =>
    priced === null || decimals === undefined ? '–' : format.price(priced.price, decimals)
}

interface WhyProps {
  order: Parameters<typeof whyOf>[0]
  decimals: number
}

/** Explains in plain words why an order ended as it did. */
export function WhyText({ order, decimals }: WhyProps) {
  const { t } = useTranslation('orders')
  const write = usePriceText(decimals)
  const { key, prices } = whyOf(order)
  return <p>{t(`why.${key}`, { entry: write(prices.entry), exit: write(prices.exit) })}</p>
}

/** The link to the page that demonstrates the rule. */
export function SettledHow({ symbol }: { symbol: string }) {
  const { t } = useTranslation('tabs')
  return (
    <Link to={trustPath(symbol)} className={`${inlineLinkLook} -my-2`}>
      {t('pages.trust')}
    </Link>
  )
}
