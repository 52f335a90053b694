import { lazy, type ReactNode, Suspense } from 'react'
import { FUND_CHART_HEIGHT_PX } from '#features/fund/rate-chart.tsx'
import type { DaySeries } from '#lib/day-series.ts'
import { retryLoad } from '#lib/retry-load.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const DayCanvas = lazy(async () => {
  const file = await retryLoad(() => import('#features/chart/day-canvas.tsx'))
  return { default: file.DayCanvas }
})

/** Draws days with the chart's file, which is loaded on first use. */
export const drawDays = (series: readonly DaySeries[]): ReactNode => (
  <Suspense fallback={<Skeleton className="h-50" />}>
    <DayCanvas series={series} height={FUND_CHART_HEIGHT_PX} />
  </Suspense>
)
