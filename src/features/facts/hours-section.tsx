import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { MarketSession, Product } from '#contract/product.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { tradingHours } from '#features/facts/trading-hours.ts'
import { useFormat } from '#i18n/use-format.ts'
import { hasEnded } from '#rules/market-ended.ts'
import { sessionAtom } from '#streams'

/** What the market does now, and what comes next. Null where it is open and has no hours. */
function useSessionText(product: Product): string | null {
  const { t } = useTranslation(['facts', 'market', 'chart'])
  const format = useFormat()
  const live = useAtomValue(sessionAtom(product.id))
  const session: MarketSession = 'value' in live ? live.value : product.session
  const { state, opensAt, closesAt } = session
  if (product.replay?.watchOnly === true) return t('market:closed.watchOnly')
  if (hasEnded(product.replay, session)) return t('market:closed.ended')
  switch (state) {
    case 'open':
      return closesAt === null
        ? null
        : t('facts:hours.closes', { time: format.weekdayTime(closesAt) })
    case 'closed':
      return opensAt === null
        ? t('facts:hours.maintenance')
        : t('facts:hours.opens', { time: format.weekdayTime(opensAt) })
    case 'halted':
      return t('facts:hours.halted')
    case 'catching_up':
      return t(
        product.source === 'live' || product.source === 'dealer'
          ? 'chart:noPrice'
          : 'facts:hours.catchingUp',
      )
  }
}

/** The hours of the next seven days by the user's clock. */
function Week({ product, nowMs }: { product: Product; nowMs: number }) {
  const { t } = useTranslation('facts')
  const format = useFormat()
  const hours = tradingHours(product, nowMs)
  if (hours.kind !== 'weekly') return <p>{t(`hours.${hours.kind}`)}</p>
  const write = format.weekdayTime
  const texts = hours.spans.map(([from, to]) => t('range', { from: write(from), to: write(to) }))
  return (
    <>
      <p className="text-ink-2">{t('hours.zone', { zone: format.zone })}</p>
      <ul className="figures flex flex-col gap-1">
        {/* The present week and the next one differ only where clocks change. */}
        {[...new Set(texts)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="text-xs text-ink-3">{t('hours.newYork')}</p>
    </>
  )
}

/** When the product can be traded. */
export function HoursSection({ product }: { product: Product }) {
  const { t } = useTranslation('facts')
  const nowMs = useServerMinute()
  const text = useSessionText(product)
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="text-base font-semibold">{t('hours.title')}</h3>
      {text !== null && <p className="font-medium">{text}</p>}
      {nowMs > 0 && <Week product={product} nowMs={nowMs} />}
    </section>
  )
}
