import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { IncomePicture, RatePicture } from '#features/fund/rates/chart-days.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { join } from '#ui/join.ts'

interface Props {
  /** Exactly one of the two pictures is set. */
  rate: RatePicture | null
  income: IncomePicture | null
  /** The total income so far; null when it is not known yet. */
  everything: bigint | null
}

/** Describes the chart in words, for screen readers and for exact figures. */
export function ChartSummary({ rate, income, everything }: Props) {
  if (rate !== null) return <RateSummary rate={rate} />
  if (income !== null) return <IncomeSummary income={income} everything={everything} />
  return null
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <span aria-hidden className={join('inline-block h-0 w-4 border-t-2', className)} />
      {children}
    </li>
  )
}

const LINES = 'flex flex-col gap-1 px-4 text-xs text-ink-2'

function RateSummary({ rate }: { rate: RatePicture }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  const { annual } = useRateText()
  const { today, aheadTo } = rate
  const span = { lowest: annual(rate.lowest), highest: annual(rate.highest) }
  return (
    <div className={LINES}>
      <ul className="flex flex-wrap gap-x-4">
        <Key className="border-brand">{t('chart.key.rate')}</Key>
        {aheadTo !== null && (
          <Key className="border-dashed border-info">
            {t('chart.key.ahead', { day: days.date(aheadTo) })}
          </Key>
        )}
      </ul>
      <p className="figures">
        {today === null
          ? t('chart.span', span)
          : t('chart.spanToday', { ...span, rate: annual(today) })}
      </p>
      <p>{t('state.varies')}</p>
      <Link
        to={`${PATHS.fundRules}?tab=rates`}
        className="inline-flex min-h-touch items-center self-start font-semibold text-brand-strong underline"
      >
        {t('chart.allRates')}
      </Link>
    </div>
  )
}

function IncomeSummary({ income, everything }: Omit<Props, 'rate'> & { income: IncomePicture }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  const format = useFormat()
  const { total, best, perDay } = income
  const count = perDay.filter(({ value }) => value !== null).length
  return (
    <div className={LINES}>
      <ul className="flex flex-wrap gap-x-4">
        <Key className="border-brand">{t('chart.key.perDay')}</Key>
        <Key className="border-info">{t('chart.key.inAll')}</Key>
      </ul>
      <p className="figures">
        {t('chart.earned', {
          count,
          amount: format.money(total),
          day: days.date(best.day),
          best: format.money(best.credited),
        })}
      </p>
      {everything !== null && (
        <p className="figures">{t('chart.everything', { amount: format.money(everything) })}</p>
      )}
      <p>{t('chart.list')}</p>
    </div>
  )
}
