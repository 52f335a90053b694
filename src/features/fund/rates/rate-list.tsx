import { Percent } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FundRate } from '#contract/fund.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { ListHead } from '#features/fund/list-head.tsx'
import { readRates, useRateList } from '#features/fund/lists.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useServerDay } from '#features/fund/use-today.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { CsvColumn } from '#rules/csv.ts'
import { annualPercent } from '#rules/fund-income.ts'
import { Badge } from '#ui/badge.tsx'

/** The columns of the published rates in an exported file. */
function useRateColumns(): readonly CsvColumn<FundRate>[] {
  const { t } = useTranslation('fund')
  return [
    { name: t('rules.rates.column.from'), kind: 'text', of: ({ from }) => from },
    {
      name: t('rules.rates.column.dailyRate'),
      kind: 'number',
      of: ({ dailyRate }) => String(dailyRate),
    },
    {
      name: t('rules.rates.column.annual'),
      kind: 'number',
      of: ({ dailyRate }) => annualPercent(dailyRate),
    },
    {
      name: t('rules.rates.column.published'),
      kind: 'text',
      of: ({ publishedAt }) => new Date(publishedAt).toISOString(),
    },
    { name: t('rules.rates.column.by'), kind: 'text', of: ({ by }) => by.join(' ') },
  ]
}

/** Every published rate with its first day and the operators who approved it, including future rates. */
export function RateList() {
  const { t } = useTranslation('fund')
  const list = useRateList()
  const columns = useRateColumns()
  const today = useServerDay()
  const holding = today && list.rows.find(({ from }) => from <= today)?.from
  return (
    <DocumentList
      list={list}
      above={
        <ListHead
          list={list}
          title={t('rules.tabs.rates')}
          hint={t('rules.rates.hint')}
          file={{ name: t('rules.rates.file'), columns, read: readRates }}
        />
      }
      empty={{ icon: Percent, title: t('rules.rates.empty'), hint: t('rules.rates.emptyHint') }}
    >
      {(rate) => (
        <Rate
          rate={rate}
          stands={
            rate.from === holding ? 'today' : today !== null && rate.from > today ? 'ahead' : null
          }
        />
      )}
    </DocumentList>
  )
}

const TEN_THOUSAND = 1_000_000n

/** The operators who approved a rate, or the label of the example curve. */
function useRateNames(): (rate: Pick<FundRate, 'by'>) => string {
  const { t } = useTranslation('fund')
  return ({ by }) => {
    const [first, second] = by
    return second === undefined
      ? `${t('state.exampleCurve')} · ${first}`
      : t('rules.rates.two', { first, second })
  }
}

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
          <span>{days.long(rate.from)}</span>
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
