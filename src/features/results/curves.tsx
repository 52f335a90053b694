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
import { Section } from '#ui/section.tsx'

/** Draws a chart of days, whose code is loaded separately. */
export type DrawDays = (series: readonly DaySeries[]) => ReactNode

interface Props {
  results: Results
  draw: DrawDays
}

interface FrameProps {
  title: string
  note: string
  chart: ReactNode
  table: ReactNode
}

/** A chart with its figures as a table: beside it where there is room, otherwise below. */
function ChartWithTable({ title, note, chart, table }: FrameProps) {
  return (
    <Section title={title} note={note}>
      <div className="grid grid-cols-1 @3xl:grid-cols-2 @3xl:divide-x @3xl:divide-line/60">
        <div className="min-w-0 px-3 pt-3">
          <div aria-hidden>{chart}</div>
          <ChartCredit />
        </div>
        <div className="min-w-0 border-t border-line/60 @3xl:border-t-0">{table}</div>
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
export function ProfitCurve({ results, draw }: Props) {
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
      note={t('curve.note')}
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
      note={t('assets.note')}
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
