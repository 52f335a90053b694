import { Clock, Eye, type LucideIcon, Wrench } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketSession, Product } from '#contract/product.ts'
import { useMarketSession } from '#features/market/market-session.ts'
import { useFormat } from '#i18n/use-format.ts'
import { join } from '#ui/join.ts'

interface Props {
  productId: number
  /** From the product list; the stream's value is newer. */
  initial: MarketSession
  replay: Product['replay']
}

/** What is said of a market that is not open. `time` is the opening time alone. */
interface Closed {
  Icon: LucideIcon
  unknown: boolean
  text: string
  time: string | null
}

/**
 * Null while the market is open or catches up after an outage. Otherwise the opening time, or that the recording has
 * ended, that the product can only be watched, or that it is under maintenance.
 */
function useClosed({ productId, initial, replay }: Props): Closed | null {
  const { state, opensAt } = useMarketSession(productId, initial)
  const format = useFormat()
  const { t } = useTranslation('market')
  const watched = replay?.watchOnly === true
  if (!watched && (state === 'open' || state === 'catching_up')) return null
  if (watched) return { Icon: Eye, unknown: false, text: t('closed.watchOnly'), time: null }
  if (opensAt !== null) {
    const time = format.weekdayTime(opensAt)
    return { Icon: Clock, unknown: false, text: t('closed.opens', { time }), time }
  }
  // A closed recording never opens again.
  const text = t(replay !== null && state === 'closed' ? 'closed.ended' : 'closed.label')
  return { Icon: Wrench, unknown: true, text, time: null }
}

const look = (unknown: boolean): string => (unknown ? 'text-warn' : 'text-ink-3')

/** Why and how long the market is not open; nothing while it is. */
export const MarketState = memo(function MarketState(props: Props) {
  const closed = useClosed(props)
  if (closed === null) return null
  const { Icon, unknown, text } = closed
  return (
    <p className={join('flex items-start gap-1 text-xs', look(unknown))}>
      <Icon aria-hidden size={12} className="mt-0.5 shrink-0" />
      <span>{text}</span>
    </p>
  )
})

/** The same within a row: an icon with the opening time, and the icon alone on a line with the figures. */
export const RowState = memo(function RowState(props: Props) {
  const closed = useClosed(props)
  if (closed === null) return null
  const { Icon, unknown, text, time } = closed
  return (
    <span title={text} className={join('flex min-w-0 items-center gap-1', look(unknown))}>
      <Icon aria-hidden size={12} className="shrink-0" />
      <span aria-hidden className="truncate dense:hidden">
        {time ?? text}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  )
})
