import { Loaded } from '#components/loaded.tsx'
import { ListChecks, Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { getStatistics } from '#contract/endpoints/statistics.ts'
import { StatisticsView } from '#features/trust/statistics-view.tsx'
import { TrustLink, TrustLinks } from '#features/trust/trust-links.tsx'
import { PATHS } from '#lib/paths.ts'
import { useFetched } from '#data/use-fetched.ts'
import { WithHelp } from '#ui/help.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The platform's own measured figures. */
export function StatisticsPage() {
  const { t } = useTranslation(['trust', 'tabs'])
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      <WithHelp help={<p>{t('trust:statistics.how')}</p>}>
        <p className="max-w-prose text-lg leading-7 font-semibold text-balance">
          {t('trust:statistics.lead')}
        </p>
      </WithHelp>
      <Measured />
      <TrustLinks title={t('trust:more.title')}>
        <TrustLink to={PATHS.odds} icon={Scale} label={t('tabs:pages.odds')} />
        <TrustLink to={PATHS.trust} icon={ListChecks} label={t('tabs:pages.trust')} />
      </TrustLinks>
    </div>
  )
}

function Measured() {
  const { fetched, reload } = useFetched(() => call(getStatistics, {}))
  return (
    <Loaded data={fetched} onRetry={reload} loading={<Skeleton className="h-160 rounded-card" />}>
      {(statistics) => <StatisticsView statistics={statistics} />}
    </Loaded>
  )
}
