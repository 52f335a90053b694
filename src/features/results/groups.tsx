import { useTranslation } from 'react-i18next'
import type { OrderFigures, Results } from '#contract/results.ts'
import { SignedAmount } from '#components/signed-amount.tsx'
import { ResultTable } from '#features/results/result-table.tsx'
import { WinRateCell } from '#features/results/win-rate.tsx'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { durationText } from '#i18n/duration-text.ts'
import { Section } from '#ui/section.tsx'
import { Tabs } from '#ui/tabs.tsx'

export const GROUPINGS = ['product', 'duration', 'direction', 'day'] as const
export type Grouping = (typeof GROUPINGS)[number]

export interface Group {
  key: string
  name: string
  figures: OrderFigures
}

/** The groups of a grouping with their names; days with the newest first. */
export function useGroups(results: Results): (grouping: Grouping) => readonly Group[] {
  const { t, i18n } = useTranslation('common')
  const days = useDayText()
  const productName = useProductName()
  return (grouping) => {
    switch (grouping) {
      case 'product':
        return results.products.map((figures) => {
          return { key: figures.symbol, name: productName(figures.symbol), figures }
        })
      case 'duration':
        return results.durations.map((figures) => {
          const { durationMs } = figures
          return { key: `${durationMs}`, name: durationText(i18n.language, durationMs), figures }
        })
      case 'direction':
        return results.directions.map((figures) => {
          const { direction } = figures
          return { key: direction, name: t(`direction.${direction}`), figures }
        })
      case 'day':
        return results.days
          .map((figures) => ({ key: figures.day, name: days.date(figures.day), figures }))
          .reverse()
    }
  }
}

interface Props {
  results: Results
  grouping: Grouping
  onGrouping: (grouping: Grouping) => void
}

/** The figures by product, duration, direction or day. */
export function Groups({ results, grouping, onGrouping }: Props) {
  const { t } = useTranslation('results')
  const format = useFormat()
  const groups = useGroups(results)
  const rows = groups(grouping).map(({ key, name, figures }) => ({
    key,
    cells: [
      <span key="name">
        <span>{name}</span>
        <span className="block text-xs font-normal text-ink-2">
          {t('orderCount', { count: figures.orders, number: format.number(figures.orders) })}
        </span>
      </span>,
      <WinRateCell key="rate" winRate={figures.winRate} />,
      <SignedAmount key="result" minor={figures.profitAndLoss} />,
    ],
  }))
  return (
    <Section title={t('groups.title')}>
      <Tabs
        label={t('groups.title')}
        tabs={GROUPINGS.map((id) => ({ id, label: t(`groups.${id}`) }))}
        selected={grouping}
        onSelect={onGrouping}
        listClassName="px-2"
      >
        <ResultTable
          key={grouping}
          caption={t('groups.title')}
          columns={[t(`groups.${grouping}`), t('winRate.title'), t('profitAndLoss')]}
          rows={rows}
        />
      </Tabs>
    </Section>
  )
}
