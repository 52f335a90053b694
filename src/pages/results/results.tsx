import { useAtomValue } from 'jotai'
import { ChartNoAxesCombined } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import { GROUPINGS } from '#features/results/groups.tsx'
import { ResultsView } from '#features/results/results-view.tsx'
import type { Period } from '#features/results/use-own-results.ts'
import { Visitor } from '#features/session/visitor.tsx'
import type { DaySeries } from '#data/day-series.ts'
import { later } from '#lib/later.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const CHART_HEIGHT_PX = 220

const PERIODS = ['7', '30', '90', 'all'] as const
const DAYS: Record<(typeof PERIODS)[number], Period> = { 7: 7, 30: 30, 90: 90, all: null }

const DayCanvas = later(async () => (await import('#features/chart/days/day-canvas.tsx')).DayCanvas)

/** Draws days with the chart's file, which is loaded on first use. */
const drawDays = (series: readonly DaySeries[]): ReactNode => (
  <Suspense fallback={<Skeleton className="h-55" />}>
    <DayCanvas series={series} height={CHART_HEIGHT_PX} />
  </Suspense>
)

/** The user's own results. `?days=` chooses the period, `?by=` the grouping. */
export function ResultsPage() {
  const { t } = useTranslation('results')
  const loggedIn = useAtomValue(loggedInAtom)
  if (loggedIn) return <OwnResultsPage />
  return <Visitor icon={ChartNoAxesCombined} title={t('loggedOut')} hint={t('empty.hint')} />
}

function OwnResultsPage() {
  const { t } = useTranslation('results')
  const [query, setQuery] = useSearchParams()
  const period = PERIODS.find((one) => one === query.get('days')) ?? '30'
  const grouping = GROUPINGS.find((one) => one === query.get('by')) ?? 'product'
  const label = (id: (typeof PERIODS)[number]): string =>
    id === 'all' ? t('period.all') : t('period.days', { count: Number(id) })
  return (
    <div className="@container flex flex-col gap-4 px-4 pt-2">
      <Segmented
        label={t('period.label')}
        options={PERIODS.map((id) => ({ id, label: label(id) }))}
        selected={period}
        onSelect={(days) => setQuery({ days, by: grouping }, { replace: true })}
      />
      <ResultsView
        key={period}
        period={DAYS[period]}
        grouping={grouping}
        onGrouping={(by) => setQuery({ days: period, by }, { replace: true })}
        draw={drawDays}
      />
    </div>
  )
}
