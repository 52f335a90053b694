import { useTranslation } from 'react-i18next'
import type { Order, VoidReason } from '#contract/order.ts'
import { useFormat } from '#i18n/format.ts'

/** The text that explains why an order ended as it did, or what it waits for. */
type Why =
  | { key: 'open' | 'live' | 'draw' | 'compensated' }
  | { key: 'won_up' | 'won_down' | 'lost_up' | 'lost_down' }
  | { key: 'void'; reason: VoidReason }

/** Derived from the order alone, with the same two prices that the rule compared. */
export function whyOf(order: Pick<Order, 'status' | 'direction' | 'voidReason'>): Why {
  switch (order.status) {
    case 'open':
    case 'live':
    case 'draw':
    case 'compensated':
      return { key: order.status }
    case 'won':
    case 'lost':
      return { key: `${order.status}_${order.direction}` }
    case 'void':
      return { key: 'void', reason: order.voidReason ?? 'too_few_ticks' }
  }
}

interface Props {
  order: Pick<Order, 'status' | 'direction' | 'voidReason' | 'entry' | 'exit'>
  decimals: number
}

/** Explains in plain words why an order ended as it did. */
export function WhyText({ order, decimals }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const why = whyOf(order)
  const prices = {
    entry: order.entry === null ? '–' : format.price(order.entry.price, decimals),
    exit: order.exit === null ? '–' : format.price(order.exit.price, decimals),
  }
  switch (why.key) {
    case 'void':
      return <p>{t(`why.void.${why.reason}`)}</p>
    case 'open':
    case 'live':
    case 'compensated':
      return <p>{t(`why.${why.key}`)}</p>
    case 'draw':
      return <p>{t('why.draw', { entry: prices.entry })}</p>
    case 'won_up':
    case 'won_down':
    case 'lost_up':
    case 'lost_down':
      return <p>{t(`why.${why.key}`, prices)}</p>
  }
}
