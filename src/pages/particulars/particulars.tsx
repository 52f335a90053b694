import { useAtomValue } from 'jotai'
import { Coins } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { memberAtom } from '#api/session.ts'
import { IncomeList } from '#features/fund/income/income-list.tsx'
import { LotList } from '#features/fund/documents/lots.tsx'
import { RedemptionList } from '#features/fund/documents/redemptions.tsx'
import { FUND_CHART_HEIGHT_PX } from '#features/fund/rates/rate-chart.tsx'
import { Visitor } from '#features/session/visitor.tsx'
import type { DaySeries } from '#data/day-series.ts'
import { later } from '#lib/later.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'

const TABS = ['income', 'transfers', 'withdrawals'] as const
type Tab = (typeof TABS)[number]

/** The tab that the address requests, by name or by what is to be opened in it. */
function tabIn(query: URLSearchParams): Tab {
  if (query.has('lot')) return 'transfers'
  if (query.has('redemption')) return 'withdrawals'
  return TABS.find((one) => one === query.get('tab')) ?? 'income'
}

/**
 * Where the fund's money came from and went to, and what it earned. `?tab=` opens a list; `?lot=`, `?redemption=` and
 * `?day=` open a row of one; `?check=1` starts the check of the income.
 */
export function FundDetailsPage() {
  const { t } = useTranslation('fund')
  const member = useAtomValue(memberAtom)
  if (member) return <OwnDetails />
  return (
    <Visitor icon={Coins} title={t('details.loggedOut')} hint={t('details.income.emptyHint')} />
  )
}

const DayCanvas = later(async () => (await import('#features/chart/days/day-canvas.tsx')).DayCanvas)

/** Draws days with the chart's file, which is loaded on first use. */
const drawDays = (series: readonly DaySeries[]): ReactNode => (
  <Suspense fallback={<Skeleton className="h-50" />}>
    <DayCanvas series={series} height={FUND_CHART_HEIGHT_PX} />
  </Suspense>
)

function OwnDetails() {
  const { t } = useTranslation('fund')
  const [query, setQuery] = useSearchParams()
  const tab = tabIn(query)
  return (
    <Tabs
      label={t('details.tabs.label')}
      tabs={TABS.map((id) => ({ id, label: t(`details.tabs.${id}`) }))}
      selected={tab}
      onSelect={(next) => setQuery({ tab: next }, { replace: true })}
      listClassName="sticky top-[calc(var(--spacing-header)+env(safe-area-inset-top))] z-10 bg-page/95 px-2"
    >
      {tab === 'income' && (
        <IncomeList linked={query.get('day')} check={query.get('check') === '1'} draw={drawDays} />
      )}
      {tab === 'transfers' && <LotList linked={query.get('lot')} />}
      {tab === 'withdrawals' && <RedemptionList linked={query.get('redemption')} />}
    </Tabs>
  )
}
