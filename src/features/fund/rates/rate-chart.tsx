import { ChartCredit } from '#ui/chart-credit.tsx'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contract/scalars.ts'
import {
  CHART_RANGES,
  type ChartRange,
  incomePicture,
  rangeStart,
  ratePicture,
} from '#features/fund/rates/chart-days.ts'
import { ChartSummary } from '#features/fund/rates/chart-summary.tsx'
import { type AccrualRow, useRateList } from '#features/fund/lists.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useServerDay } from '#features/fund/use-today.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { DaySeries } from '#data/day-series.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import { topicAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const SHOWN = ['rate', 'income'] as const
type Shown = (typeof SHOWN)[number]

export const FUND_CHART_HEIGHT_PX = 200

interface Props {
  /** The same rows as in the list below, which shows the chart's data as figures. */
  income: PagedList<AccrualRow>
  /** Draws the chart, whose code is loaded separately. */
  draw: (series: readonly DaySeries[]) => ReactNode
}

interface Reach<T> {
  /** Null for the whole list. */
  from: string | null
  dayOf: (row: T) => string
  /** Nothing is loaded while the content is not visible. */
  looking: boolean
}

/** Loads more pages of a list until it reaches back to a day. `ready` means that no more will be loaded. */
function useReachability<T>(
  list: PagedList<T>,
  { from, dayOf, looking }: Reach<T>,
): 'reading' | 'ready' | 'failed' {
  const oldest = list.rows.at(-1)
  const reached = oldest !== undefined && from !== null && dayOf(oldest) <= from
  const wanted = looking && !reached && list.tail === 'more'
  // While a page is loading, the list's tail is not 'more'. So each page that does not reach the day triggers the next.
  const more = useEffectEvent(list.loadMore)
  useEffect(() => {
    if (wanted) more()
  }, [wanted])
  if (reached || list.tail === 'end') return 'ready'
  return list.tail === 'failed' ? 'failed' : 'reading'
}

interface Look {
  range: ChartRange
  looking: boolean
  /** Null when it is not known yet. */
  today: Day | null
}

function useRatePicture({ range, looking, today }: Look) {
  const from = today && rangeStart(range, today)
  const list = useRateList()
  const wanted = looking && today !== null
  const state = useReachability(list, { from, dayOf: (rate) => rate.from, looking: wanted })
  const { annual } = useRateText()
  const picture = useMemo(
    () => (today === null ? null : ratePicture(list.rows, { from, today })),
    [list.rows, from, today],
  )
  const series = useMemo((): DaySeries[] => {
    if (picture === null) return []
    return [
      { look: 'steps', points: picture.held, write: annual },
      { look: 'ahead', points: picture.ahead, write: annual },
    ]
  }, [picture, annual])
  return { picture, series, state, retry: list.retry }
}

function useIncomePicture(income: PagedList<AccrualRow>, { range, looking, today }: Look) {
  const from = today && rangeStart(range, today)
  const wanted = looking && today !== null
  const state = useReachability(income, { from, dayOf: ({ day }) => day, looking: wanted })
  const live = useAtomValue(topicAtom('fund'))
  const everything = 'value' in live ? live.value.income.total : null
  const format = useFormat()
  const picture = useMemo(
    () => incomePicture(income.rows, { from, everything }),
    [income.rows, from, everything],
  )
  const series = useMemo((): DaySeries[] => {
    if (picture === null) return []
    const write = (cents: number): string => format.money(BigInt(cents))
    return [
      { look: 'bars', points: picture.perDay, write },
      { look: 'line', points: picture.inAll, write },
    ]
  }, [picture, format])
  return { picture, series, state, retry: income.retry, everything }
}

/** The rate by day, with future rates dashed, or the user's income from it, as a chart and in words. */
export function RateChart({ income, draw }: Props) {
  const { t } = useTranslation('fund')
  const [shown, show] = useState<Shown>('rate')
  const [range, setRange] = useState<ChartRange>('1m')
  const today = useServerDay()
  const rate = useRatePicture({ range, today, looking: shown === 'rate' })
  const own = useIncomePicture(income, { range, today, looking: shown === 'income' })
  const now = shown === 'rate' ? rate : own
  const state = today === null ? 'reading' : now.state
  return (
    <section aria-label={t('chart.title')} className="border-y border-line/60 bg-surface py-2">
      <div className="px-4">
        <Segmented
          label={t('chart.shown')}
          options={SHOWN.map((id) => ({ id, label: t(`chart.show.${id}`) }))}
          selected={shown}
          onSelect={show}
        />
      </div>
      <div className="px-2 py-2" style={{ minHeight: FUND_CHART_HEIGHT_PX }}>
        {state === 'reading' && <Skeleton className="h-50" />}
        {state === 'failed' && <Failed onRetry={now.retry} />}
        {state === 'ready' && now.picture === null && (
          <p className="flex h-50 items-center justify-center px-6 text-center text-sm text-ink-2">
            {t(`chart.none.${shown}`)}
          </p>
        )}
        {state === 'ready' && now.picture !== null && draw(now.series)}
      </div>
      <div className="px-4">
        <ChartCredit />
      </div>
      <div className="px-4 pb-2">
        <Segmented
          label={t('chart.range')}
          options={CHART_RANGES.map((id) => ({ id, label: t(`chart.ranges.${id}`) }))}
          selected={range}
          onSelect={setRange}
        />
      </div>
      {state === 'reading' && now.picture === null && <Skeleton className="mx-4 h-28" />}
      <ChartSummary
        rate={shown === 'rate' ? rate.picture : null}
        income={shown === 'income' ? own.picture : null}
        everything={own.everything}
      />
    </section>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['fund', 'common'])
  return (
    <div role="alert" className="flex h-50 flex-col items-center justify-center gap-2 text-sm">
      {t('fund:chart.failed')}
      <Button variant="quiet" onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </div>
  )
}
