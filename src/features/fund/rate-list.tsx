import { Percent } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FundRate } from '#contract/fund.ts'
import { FundList } from '#features/fund/fund-list.tsx'
import { type RateRow, readRates, useRateList } from '#features/fund/lists.ts'
import { useRateColumns } from '#features/fund/rate-columns.ts'
import { useRateText } from '#features/fund/rate-text.ts'
import { useRateNames } from '#features/fund/rate-names.ts'
import { useServerDay } from '#features/fund/use-today.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/format.ts'
import { Badge } from '#ui/badge.tsx'

/** Every published rate with its first day and the operators who approved it, including future rates. */
export function RateList() {
  const { t } = useTranslation('fund')
  const list = useRateList()
  const columns = useRateColumns()
  const today = useServerDay()
  const holding = today && list.rows.find(({ from }) => from <= today)?.from
  return (
    <FundList
      list={list}
      icon={Percent}
      texts={{
        hint: t('rules.rates.hint'),
        empty: t('rules.rates.empty'),
        emptyHint: t('rules.rates.emptyHint'),
      }}
      file={{ name: t('rules.rates.file'), columns, read: readRates }}
    >
      {(rate: RateRow) => (
        <Rate
          rate={rate}
          stands={
            rate.from === holding ? 'today' : today !== null && rate.from > today ? 'ahead' : null
          }
        />
      )}
    </FundList>
  )
}

const TEN_THOUSAND = 1_000_000n

function Rate({ rate, stands }: { rate: FundRate; stands: 'today' | 'ahead' | null }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  const format = useFormat()
  const rates = useRateText()
  const nameOf = useRateNames()
  return (
    <article className="flex flex-col gap-1 border-b border-line/60 bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="flex items-center gap-2 font-medium">
          {days.long(rate.from)}
          {stands !== null && (
            <Badge tone={stands === 'today' ? 'good' : 'info'}>{t(`rules.rates.${stands}`)}</Badge>
          )}
        </p>
        <p className="figures font-semibold">{rates.annual(rate.dailyRate)}</p>
      </div>
      <p className="figures flex flex-wrap justify-between gap-x-3 text-xs text-ink-2">
        <span>
          {t('rules.rates.perDay', {
            amount: rates.perTenThousand(rate.dailyRate),
            of: format.money(TEN_THOUSAND),
          })}
        </span>
        <span>{t('rules.rates.published', { time: format.dateTime(rate.publishedAt) })}</span>
      </p>
      <p className="text-xs break-words text-ink-3">{nameOf(rate)}</p>
    </article>
  )
}
