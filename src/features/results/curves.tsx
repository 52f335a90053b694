import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Results } from '#contract/results.ts'
import { SignedAmount } from '#components/signed-amount.tsx'
import { assetsCurve, type Curve, curveTone, profitCurve } from '#features/results/result-days.ts'
import { ResultTable, type TableRow } from '#features/results/result-table.tsx'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { DaySeries } from '#data/day-series.ts'
import { ChartCredit } from '#ui/chart-credit.tsx'
import { Folded } from '#ui/help.tsx'
import { Section } from '#ui/section.tsx'

/** Draws a chart of days, whose code is loaded separately. */
export type DrawDays = (series: readonly DaySeries[]) => ReactNode

interface Props {
  results: Results
  draw: DrawDays
  /** Beside the title. */
  action?: ReactNode
}

interface FrameProps {
  title: string
  /** Above the chart. */
  figure?: ReactNode
  action?: ReactNode
  chart: ReactNode
  table: ReactNode
}

/** A chart, with its figures as a table folded below it. */
function ChartWithTable({ title, figure, action, chart, table }: FrameProps) {
  const { t } = useTranslation('results')
  return (
    <Section title={title} action={action}>
      <div className="flex min-w-0 flex-col px-3 pt-3">
        {figure}
        <div aria-hidden>{chart}</div>
        <ChartCredit />
      </div>
      <div className="px-4">
        <Folded title={t('table')}>
          <div className="-mx-4">{table}</div>
        </Folded>
      </div>
    </Section>
  )
}

function useSeries(
  curve: Curve,
  write: (minor: bigint) => string,
  tone?: DaySeries['tone'],
): readonly DaySeries[] {
  return useMemo(() => {
    const series: DaySeries = {
      look: 'steps',
      points: curve,
      write: (value) => write(BigInt(value)),
    }
    return [tone === undefined ? series : { ...series, tone }]
  }, [curve, write, tone])
}

/** The profit and loss since the start of the period. */
export function ProfitCurve({ results, draw, action }: Props) {
  const { t } = useTranslation('results')
  const days = useDayText()
  const { signedMoney } = useFormat()
  const curve = useMemo(() => profitCurve(results), [results])
  const series = useSeries(curve, signedMoney, curveTone(curve))
  const rows = results.days
    .map(
      ({ day, profitAndLoss, total }): TableRow => ({
        key: day,
        cells: [
          days.date(day),
          <SignedAmount key="day" minor={profitAndLoss} />,
          <SignedAmount key="total" minor={total} />,
        ],
      }),
    )
    .reverse()
  return (
    <ChartWithTable
      title={t('curve.title')}
      action={action}
      figure={
        <SignedAmount
          minor={results.all.profitAndLoss}
          className="px-1 pb-2 text-figure font-bold break-words"
        />
      }
      chart={draw(series)}
      table={
        <ResultTable
          caption={t('curve.title')}
          columns={[t('column.day'), t('profitAndLoss'), t('column.total')]}
          rows={rows}
        />
      }
    />
  )
}

/** The total assets over time. */
export function AssetsCurve({ results, draw }: Props) {
  const { t } = useTranslation('results')
  const days = useDayText()
  const { money } = useFormat()
  const curve = useMemo(() => assetsCurve(results), [results])
  const series = useSeries(curve, money)
  const { before, days: changed } = results.assets
  const rows = changed
    .map(
      ({ day, total }, i): TableRow => ({
        key: day,
        cells: [
          days.date(day),
          <SignedAmount key="change" minor={total - (changed[i - 1]?.total ?? before)} />,
          <span key="total" className="figures">
            {money(total)}
          </span>,
        ],
      }),
    )
    .reverse()
  return (
    <ChartWithTable
      title={t('assets.title')}
      chart={draw(series)}
      table={
        <ResultTable
          caption={t('assets.title')}
          columns={[t('column.day'), t('column.change'), t('assets.total')]}
          rows={rows}
        />
      }
    />
  )
}
