import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Results } from '#contract/results.ts'
import { SignedAmount } from '#components/signed-amount.tsx'
import { WinRateCard } from '#features/results/win-rate.tsx'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { subjectPath } from '#lib/paths.ts'
import { inlineLinkLook } from '#ui/inline-link.ts'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'

const OUTCOMES = ['won', 'lost', 'draw', 'void'] as const

/** How the orders of the whole period ended. */
export function Overview({ results }: { results: Results }) {
  const { t } = useTranslation('results')
  const format = useFormat()
  const { all } = results
  return (
    <Section title={t('all.title')}>
      <dl className="px-4">
        <ListRow label={t('all.orders')} value={format.number(all.orders)} />
        {OUTCOMES.map((outcome) => (
          <ListRow
            key={outcome}
            label={t(`outcome.${outcome}`)}
            value={format.number(all[outcome])}
          />
        ))}
        <ListRow label={t('all.staked')} value={format.money(all.staked)} />
      </dl>
    </Section>
  )
}

/** The win rate of the whole period. */
export function OverallWinRate({ results }: { results: Results }) {
  const { t } = useTranslation('results')
  return (
    <Section title={t('winRate.title')}>
      <WinRateCard winRate={results.all.winRate} />
    </Section>
  )
}

/** The best and the worst order and day. */
export function BestAndWorst({ results }: { results: Results }) {
  const { t } = useTranslation('results')
  const days = useDayText()
  const format = useFormat()
  const productName = useProductName()
  const order = (found: Results['bestOrder']): ReactNode =>
    found === null ? (
      '–'
    ) : (
      <>
        <SignedAmount minor={found.profitAndLoss} />
        <span className="block text-xs text-ink-2">
          <span>{productName(found.symbol)}</span>, <span>{format.dateClock(found.settledAt)}</span>
        </span>
        <Link to={subjectPath({ kind: 'order', id: found.id })} className={inlineLinkLook}>
          {t('best.show')}
        </Link>
      </>
    )
  const day = (found: Results['bestDay']): ReactNode =>
    found === null ? (
      '–'
    ) : (
      <>
        <SignedAmount minor={found.profitAndLoss} />
        <span className="block text-xs text-ink-2">{days.long(found.day)}</span>
      </>
    )
  return (
    <Section title={t('best.title')}>
      <dl className="px-4">
        <ListRow label={t('best.order')} value={order(results.bestOrder)} />
        <ListRow label={t('best.worstOrder')} value={order(results.worstOrder)} />
        <ListRow label={t('best.day')} value={day(results.bestDay)} />
        <ListRow label={t('best.worstDay')} value={day(results.worstDay)} />
      </dl>
    </Section>
  )
}
