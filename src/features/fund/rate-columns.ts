import { useTranslation } from 'react-i18next'
import type { FundRate } from '#contract/fund.ts'
import type { CsvColumn } from '#rules/csv.ts'
import { annualPercent } from '#rules/fund-income.ts'

/** The columns of the published rates in an exported file. */
export function useRateColumns(): readonly CsvColumn<FundRate>[] {
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
