import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { OrderFigures, Results, WinRate } from '#contract/results.ts'
import { money, signedMoney } from '#contract/scalars.ts'
import { useExport } from '#data/use-export.ts'
import { GROUPINGS, useGroups } from '#features/results/groups.tsx'
import { useExportTexts } from '#i18n/export-texts.ts'
import type { CsvColumn } from '#rules/csv.ts'
import { ExportButton, ExportLine } from '#ui/export-bar.tsx'
import { findLast } from '#rules/find-last.ts'

/** A line of the file: the figures of one group. The totals are known for days only. */
interface Line {
  grouping: string
  name: string
  figures: OrderFigures
  total: bigint | null
  assets: bigint | null
}

const percent = (bps: number): string => (bps / 100).toFixed(2)

function useLines(results: Results): readonly Line[] {
  const { t } = useTranslation('results')
  const groups = useGroups(results)
  const totals = new Map<string, bigint>(results.days.map(({ day, total }) => [day, total]))
  const assetsAt = (day: string): bigint =>
    findLast(results.assets.days, (change) => change.day <= day)?.total ?? results.assets.before
  const all = {
    grouping: t('all.title'),
    name: '',
    figures: results.all,
    total: null,
    assets: null,
  }
  const lines = GROUPINGS.flatMap((grouping) =>
    groups(grouping).map(({ key, name, figures }) => ({
      grouping: t(`groups.${grouping}`),
      name: grouping === 'day' ? key : name,
      figures,
      total: totals.get(key) ?? null,
      assets: grouping === 'day' ? assetsAt(key) : null,
    })),
  )
  return [all, ...lines]
}

/** The columns of the file, with headings in the current language. Rates are percentages. */
function useColumns(): readonly CsvColumn<Line>[] {
  const { t } = useTranslation('results')
  const number = (name: string, of: CsvColumn<Line>['of']): CsvColumn<Line> => ({
    name,
    kind: 'number',
    of,
  })
  const count = (name: string, key: 'orders' | 'won' | 'lost' | 'draw' | 'void') =>
    number(name, ({ figures }) => `${figures[key]}`)
  const rate = (name: string, key: 'rate' | 'low' | 'high' | 'breakEven') =>
    number(`${name} (%)`, ({ figures: { winRate } }: { figures: { winRate: WinRate | null } }) =>
      winRate === null ? null : percent(winRate[key]),
    )
  const signed = (minor: bigint | null) => (minor === null ? null : z.encode(signedMoney, minor))
  return [
    { name: t('groups.title'), kind: 'text', of: ({ grouping }) => grouping },
    { name: t('column.name'), kind: 'text', of: ({ name }) => name },
    count(t('all.orders'), 'orders'),
    count(t('outcome.won'), 'won'),
    count(t('outcome.lost'), 'lost'),
    count(t('outcome.draw'), 'draw'),
    count(t('outcome.void'), 'void'),
    number(t('all.staked'), ({ figures }) => z.encode(money, figures.staked)),
    number(t('profitAndLoss'), ({ figures }) => signed(figures.profitAndLoss)),
    rate(t('winRate.title'), 'rate'),
    rate(t('column.low'), 'low'),
    rate(t('column.high'), 'high'),
    rate(t('winRate.breakEven'), 'breakEven'),
    number(t('column.total'), ({ total }) => signed(total)),
    number(t('assets.total'), ({ assets }) => signed(assets)),
  ]
}

/** Exports all groups of the period as one CSV file. */
export function ResultsExport({ results }: { results: Results }) {
  const { t } = useTranslation('results')
  const rows = useLines(results).map((line, i) => ({ ...line, id: `${i}` }))
  const file = useExport({
    columns: useColumns(),
    read: () => Promise.resolve({ ok: true as const, value: { rows, next: null } }),
    name: t('fileName'),
  })
  const words = useExportTexts(file)
  return (
    <div className="flex flex-wrap items-center justify-end">
      <ExportLine {...words.line} />
      <ExportButton {...words.button} />
    </div>
  )
}
