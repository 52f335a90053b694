import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { listCandles } from '#contract/endpoints/market.ts'
import type { Interval, Product } from '#contract/product.ts'
import { BarLegend } from '#features/chart/bars/bar-legend.tsx'
import { startFeed } from '#features/chart/bars/chart-feed.ts'
import {
  type ChartView,
  createChartView,
  type LegendData,
} from '#features/chart/bars/chart-view.ts'
import type { IndicatorName } from '#features/chart/bars/indicators.ts'
import type { ChartStyle } from '#features/chart/base/chart-options.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import { createTimeLabels, type TimeLabels } from '#features/chart/base/time-labels.ts'
import { ChartHost } from '#features/chart/host/chart-host.tsx'
import type { ChartLinks, Stage, Started } from '#features/chart/host/engine.ts'
import { INTERVAL_MS } from '#rules/candles.ts'

const HISTORY_PAGE = 500

const loader = (symbol: string, interval: Interval) => async (before?: number) => {
  const answer = await call(listCandles, {
    params: { symbol },
    query: { interval, limit: HISTORY_PAGE, ...(before !== undefined && { before }) },
  })
  return answer.ok ? answer.value : null
}

function startBars(
  stage: Stage<TimeLabels, LegendData>,
  { symbol, interval }: { symbol: string; interval: Interval },
): Started<ChartView> {
  const { streams, onState } = stage
  // It loads bars while it starts, and the view may then be near the first of them.
  let feed: ReturnType<typeof startFeed> | null = null
  const view = createChartView({
    ...stage,
    barMs: INTERVAL_MS[interval],
    onNearStart: () => feed?.loadOlder(),
    now: () => streams.serverNow(),
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  const load = loader(symbol, interval)
  const last = stage.last(interval)
  feed = startFeed({ streams, symbol, interval, view, load, last, onState })
  return { engine: view, stopFeed: feed.stop }
}

const pointedMs = (data: LegendData | null): number | null =>
  data?.pointed === true ? data.bar[0] : null

interface Props {
  product: Product
  interval: Interval
  style: ChartStyle
  indicators: readonly IndicatorName[]
  marks: readonly OrderMark[]
  links: ChartLinks
}

/** Bars of an interval with their indicators. Give it a new key for another interval. */
export function BarPanel({ product, interval, style, indicators, marks, links }: Props) {
  const { language } = useTranslation().i18n
  const seconds = INTERVAL_MS[interval] < INTERVAL_MS['1m']
  const labels = useMemo(() => createTimeLabels(language, { seconds }), [language, seconds])
  const { symbol } = product
  const start = useCallback(
    (stage: Stage<TimeLabels, LegendData>) => startBars(stage, { symbol, interval }),
    [symbol, interval],
  )
  const dress = useCallback(
    (view: ChartView) => {
      view.setStyle(style)
      view.setIndicators(indicators)
    },
    [style, indicators],
  )
  return (
    <ChartHost
      product={product}
      marks={marks}
      links={links}
      labels={labels}
      start={start}
      dress={dress}
      Legend={BarLegend}
      pointedMs={pointedMs}
    />
  )
}
