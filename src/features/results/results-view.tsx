import { Failed } from '#components/failed.tsx'
import { ChartNoAxesCombined } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AsOf } from '#components/as-of.tsx'
import type { Results } from '#contract/results.ts'
import { Calendar } from '#features/results/calendar.tsx'
import { AssetsCurve, type DrawDays, ProfitCurve } from '#features/results/curves.tsx'
import { type Grouping, Groups } from '#features/results/groups.tsx'
import { BestAndWorst, OverallWinRate, Overview } from '#features/results/overview.tsx'
import { ResultsExport } from '#features/results/results-export.tsx'
import { type Period, useOwnResults } from '#features/results/use-own-results.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { PATHS } from '#lib/paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Folded } from '#ui/help.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  period: Period
  grouping: Grouping
  onGrouping: (grouping: Grouping) => void
  draw: DrawDays
}

function Loading() {
  return (
    <div aria-hidden className="flex flex-col gap-5">
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-60 rounded-card" />
      <Skeleton className="h-100 rounded-card" />
    </div>
  )
}

/** The user's results of a period. Results of an earlier visit are shown with their age until new ones arrive. */
export function ResultsView({ period, ...rest }: Props) {
  const { t } = useTranslation(['common', 'results'])
  const { errorText } = useErrorText()
  const { value, isOld, error, reload } = useOwnResults(period)
  if (value === null) {
    if (error === null) return <Loading />
    return <Failed error={error} onRetry={reload} />
  }
  return (
    <div className="flex flex-col gap-5" data-results={isOld ? 'old' : 'new'}>
      {isOld && <AsOf live={{ status: 'stale', value, asOf: value.at }} />}
      {error !== null && (
        <Notice tone="info">
          <span>{errorText(error)}</span>
          <Button variant="quiet" size="sm" onClick={reload}>
            {t('common:retry')}
          </Button>
        </Notice>
      )}
      <Shown results={value} {...rest} />
    </div>
  )
}

function Empty({ period }: { period: Results['from'] }) {
  const { t } = useTranslation(['common', 'results'])
  return (
    <EmptyState
      icon={ChartNoAxesCombined}
      title={t(period === null ? 'results:empty.all' : 'results:empty.period')}
      hint={t('results:empty.hint')}
      action={
        <Link to={PATHS.products} className={buttonLook({})}>
          {t('common:toProducts')}
        </Link>
      }
    />
  )
}

/** By which rules the figures are counted. */
const NOTES = ['zone', 'all.note', 'curve.note', 'assets.note', 'groups.note'] as const

function Shown({
  results,
  grouping,
  onGrouping,
  draw,
}: Omit<Props, 'period'> & { results: Results }) {
  const { t } = useTranslation('results')
  const assets = results.assets.days.length > 0 && <AssetsCurve results={results} draw={draw} />
  if (results.all.orders === 0) {
    return (
      <>
        <Empty period={results.from} />
        {assets}
      </>
    )
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-5 @3xl:grid-cols-2">
        <ProfitCurve results={results} draw={draw} action={<ResultsExport results={results} />} />
        <Calendar results={results} />
        <Overview results={results} />
        <OverallWinRate results={results} />
        <Groups results={results} grouping={grouping} onGrouping={onGrouping} />
        <BestAndWorst results={results} />
      </div>
      {assets}
      <Folded>
        {NOTES.map((note) => (
          <p key={note}>{t(note)}</p>
        ))}
      </Folded>
    </>
  )
}
