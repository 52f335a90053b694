import { useAtomValue } from 'jotai'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundRate } from '#contract/fund.ts'
import { PRACTICE_CURVE } from '#contract/review.ts'
import { rateNow } from '#features/fund/fund-figures.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { RateTrend } from '#features/fund/rates/rate-trend.tsx'
import { useToday } from '#features/fund/use-today.ts'
import { topicAtom } from '#streams'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const TEN_THOUSAND = 1_000_000n

interface Props {
  /** Below the rate, where the card comes first on its page. */
  actions?: ReactNode
}

/** Today's published rate and the next ones. It always says that the rate varies. */
export function RateCard({ actions }: Props) {
  const { t } = useTranslation('fund')
  const rates = useAtomValue(topicAtom('rates'))
  return (
    <Card aria-label={t('state.rate')} className="flex flex-col gap-3">
      <div data-rates={rates.status}>
        {rates.status === 'failed' && <Notice tone="bad">{t('state.rateFailed')}</Notice>}
        {rates.status === 'connecting' && <RateSkeleton />}
        {'value' in rates && <Rate rates={rates.value} />}
      </div>
      <p className="flex items-start gap-2 text-sm text-ink-2">
        <Info aria-hidden size={18} className="mt-px shrink-0 text-info" />
        {t('state.varies')}
      </p>
      {actions}
    </Card>
  )
}

function Rate({ rates }: { rates: readonly FundRate[] }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  const rateText = useRateText()
  const today = useToday()
  const { current, next } = rateNow(rates, today)
  // Before the first day that has a rate, that day's is the one to know.
  const shown = current ?? next
  return (
    <>
      <Title
        day={current === null && next !== null ? next.from : today}
        example={shown?.by.includes(PRACTICE_CURVE) === true}
      />
      {shown !== null && <Figures rate={shown} />}
      <p className="figures mt-2 mb-3 min-h-5 text-sm text-ink-2">
        {current === null
          ? t('state.rateNone')
          : next !== null &&
            t('state.rateNext', {
              day: days.weekday(next.from),
              rate: rateText.annual(next.dailyRate),
            })}
      </p>
      <RateTrend rates={rates} today={today} />
    </>
  )
}

function Title({ day, example }: { day: string; example: boolean }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <h2 className="text-sm text-ink-2">
        {t('state.rate')} <span>{t('state.rateFor', { day: days.weekday(day) })}</span>
      </h2>
      {example && <Badge tone="info">{t('state.exampleCurve')}</Badge>}
    </div>
  )
}

function Figures({ rate: { dailyRate } }: { rate: FundRate }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const rateText = useRateText()
  return (
    <dl className="mt-2 grid grid-cols-2 gap-x-4">
      <div className="flex min-w-0 flex-col-reverse justify-end">
        <dt className="text-xs text-ink-2">{t('state.annual')}</dt>
        <dd className="figures text-figure font-bold whitespace-nowrap">
          {rateText.annual(dailyRate)}
        </dd>
      </div>
      <div className="flex min-w-0 flex-col-reverse justify-end">
        <dt className="text-xs text-ink-2">
          {t('state.perDay', { amount: format.money(TEN_THOUSAND) })}
        </dt>
        <dd className="figures text-figure font-bold">{rateText.perTenThousand(dailyRate)}</dd>
      </div>
    </dl>
  )
}

function RateSkeleton() {
  return (
    <>
      <Skeleton className="h-5 w-40" />
      <div className="mt-2 grid grid-cols-2 gap-x-4">
        <Skeleton className="h-16.5 w-28 max-w-full" />
        <Skeleton className="h-12.5 w-28 max-w-full" />
      </div>
      <Skeleton className="mt-2 h-5 w-44" />
      <Skeleton className="mt-3 h-15" />
    </>
  )
}
