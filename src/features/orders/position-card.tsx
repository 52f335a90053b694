import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { isFrozen } from '#features/orders/merge-orders.ts'
import { DirectionBadge, usePriceText } from '#features/orders/order-text.tsx'
import {
  amountIf,
  countdown,
  type ProvisionalResult,
  provisionalResultOf,
  resultAmountText,
  resultIf,
} from '#features/orders/presentation.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { useStartsIn } from '#components/starts-in.tsx'
import { RESULT_BARS, resultTone } from '#components/result-tone.ts'
import { quoteAtom, type View } from '#streams'
import { Badge } from '#ui/badge.tsx'

interface Props {
  order: Order
  product: Product
  view: View
  serverNow: number
  onOpen: (order: Order) => void
}

/** The time until the expiry, or why there is none. */
export function Remaining({ order, serverNow }: { order: Order; serverNow: number }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  if (isFrozen(order)) return <Badge tone="warn">{t('frozen.badge')}</Badge>
  // Zero while the server's clock is not known.
  if (serverNow === 0)
    return <span className="figures text-sm text-ink-2">{format.clock(order.expiresAt)}</span>
  const left = countdown(order, serverNow)
  if (left.phase === 'starting') return <Starting startsAt={left.startsAt} />
  if (left.phase === 'deciding') return <span className="text-sm text-ink-2">{t('deciding')}</span>
  return (
    <span role="timer" aria-live="off" className="figures text-lg font-semibold">
      {format.countdown(left.leftMs)}
    </span>
  )
}

/** Shown for the moment between the acceptance of an order and its start. */
function Starting({ startsAt }: { startsAt: number }) {
  return (
    <span role="timer" aria-live="off" className="figures text-sm text-ink-2">
      {useStartsIn(startsAt)}
    </span>
  )
}

interface ProgressProps {
  order: Order
  serverNow: number
  /** How the order would end now, which the bar has the colour of. */
  result: ProvisionalResult | null
}

/** How much of the duration has passed. */
export function Progress({ order, serverNow, result }: ProgressProps) {
  const left = countdown(order, serverNow)
  const share = left.phase === 'running' ? left.elapsed : Number(left.phase === 'deciding')
  return (
    <div aria-hidden className="h-1 overflow-hidden rounded-full bg-sunken">
      <div
        className={`h-full origin-left ${RESULT_BARS[result ?? 'level']}`}
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  )
}

/** How the order would end at the current price. Nothing while the order is frozen. */
function ProvisionalText({ order, result }: { order: Order; result: ProvisionalResult | null }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  if (isFrozen(order)) return null
  if (result === null) return <span className="text-ink-3">{t('awaitingEntry')}</span>
  const amount = resultAmountText(format, { result, amount: amountIf(order, result) })
  return (
    <span className={`font-semibold ${resultTone(resultIf(order, result))}`}>
      <span>{t(`provisional.${result}`)}</span> <span className="figures">{amount}</span>
    </span>
  )
}

/** An open position with its current state. */
export function PositionCard({ order, product, view, serverNow, onOpen }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const name = useProductName()(order.symbol)
  const quote = useAtomValue(quoteAtom(product.id, view))
  const known = 'value' in quote ? quote.value : null
  const write = usePriceText(product.priceDecimals)
  const result = provisionalResultOf(order, known?.price ?? null)
  return (
    <article className="relative flex w-full flex-col gap-2 rounded-card border border-line/60 bg-surface p-3 shadow-card has-active:bg-sunken">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
        <DirectionBadge direction={order.direction} />
        <Remaining order={order} serverNow={serverNow} />
        <ChevronRight aria-hidden size={16} className="text-ink-3" />
      </span>
      <Progress order={order} serverNow={serverNow} result={result} />
      <span className="figures grid grid-cols-3 gap-2 text-xs">
        <Figure label={t('amount')} value={format.money(order.stake)} />
        <Figure label={t('buyPrice')} value={write(order.entry)} />
        <Figure label={t('currentPrice')} value={write(known)} quiet={quote.status !== 'live'} />
      </span>
      <span className="text-sm">
        <ProvisionalText order={order} result={result} />
      </span>
      <button
        type="button"
        aria-label={t('details', { id: order.id })}
        onClick={() => onOpen(order)}
        className="absolute inset-0 rounded-card"
      />
    </article>
  )
}

function Figure({ label, value, quiet }: { label: string; value: string; quiet?: boolean }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="text-ink-3">{label}</span>
      <span className={`truncate text-sm ${quiet === true ? 'text-ink-3' : ''}`}>{value}</span>
    </span>
  )
}
