import { useAtomValue } from 'jotai'
import { Clock, Eye, Wrench } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketSession, Product } from '#contract/product.ts'
import { useFormat } from '#i18n/use-format.ts'
import { sessionAtom } from '#streams'
import { join } from '#ui/join.ts'

interface Props {
  productId: number
  /** From the product list; the stream's value is newer. */
  initial: MarketSession
  replay: Product['replay']
}

/** The market session from the stream, or as first loaded. */
export function useMarketSession(productId: number, initial: MarketSession): MarketSession {
  const live = useAtomValue(sessionAtom(productId))
  return 'value' in live ? live.value : initial
}

/**
 * Nothing while the market is open or catches up after an outage. Otherwise the opening time, or that the recording has
 * ended, that the product can only be watched, or that it is under maintenance.
 */
export const MarketState = memo(function MarketState({ productId, initial, replay }: Props) {
  const session = useMarketSession(productId, initial)
  const format = useFormat()
  const { t } = useTranslation('market')
  const { state, opensAt } = session
  const watched = replay?.watchOnly === true
  if (!watched && (state === 'open' || state === 'catching_up')) return null
  const unknown = opensAt === null && !watched
  const Icon = watched ? Eye : unknown ? Wrench : Clock
  const text = (): string => {
    if (watched) return t('closed.watchOnly')
    if (opensAt !== null) return t('closed.opens', { time: format.weekdayTime(opensAt) })
    // A closed recording never opens again.
    return t(replay !== null && state === 'closed' ? 'closed.ended' : 'closed.label')
  }
  return (
    <p className={join('flex items-start gap-1 text-xs', unknown ? 'text-warn' : 'text-ink-3')}>
      <Icon aria-hidden size={12} className="mt-0.5 shrink-0" />
      <span>{text()}</span>
    </p>
  )
})
