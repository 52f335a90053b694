import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { listTicks } from '#contract/endpoints/history.ts'
import { listCandles } from '#contract/endpoints/market.ts'
import type { Product } from '#contract/product.ts'
import type { ScaleLabels } from '#features/chart/base/ms-scale.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import { createLiveLabels } from '#features/chart/base/time-labels.ts'
import { ChartHost } from '#features/chart/host/chart-host.tsx'
import type { ChartLinks, LegendProps, Stage, Started } from '#features/chart/host/engine.ts'
import { Legend, Pair } from '#features/chart/host/legend.tsx'
import { LiveChart } from '#features/chart/live/live-chart.ts'
import { type LiveHistory, startLiveFeed } from '#features/chart/live/live-feed.ts'
import type { LiveLegend } from '#features/chart/live/live-legend.ts'
import { LIVE_SPANS, type LiveView } from '#features/chart/live/live-views.ts'
import { useFormat } from '#i18n/use-format.ts'

const MAX_CANDLES = 1_000
const MAX_TICKS = 2_000

const historyOf = (symbol: string): LiveHistory => ({
  seconds: async (count) => {
    const limit = Math.min(count, MAX_CANDLES)
    const answer = await call(listCandles, {
      params: { symbol },
      query: { interval: '1s', limit },
    })
    return answer.ok ? answer.value.candles : null
  },
  ticks: async (fromMs) => {
    const query = { fromMs: Math.floor(fromMs), limit: MAX_TICKS }
    const answer = await call(listTicks, { params: { symbol }, query })
    return answer.ok ? answer.value.records : null
  },
})

function startLive(
  stage: Stage<ScaleLabels, LiveLegend>,
  { id, symbol, view }: Pick<Product, 'id' | 'symbol'> & { view: LiveView },
): Started<LiveChart> {
  const { streams, onState, container } = stage
  container.dataset['liveChart'] = view
  const span = LIVE_SPANS[view]
  const chart = new LiveChart({
    ...stage,
    span,
    now: () => streams.serverNow(),
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  const stopFeed = startLiveFeed({
    streams,
    productId: id,
    span,
    chart,
    history: historyOf(symbol),
    last: stage.last('1s'),
    onState,
  })
  return { engine: chart, stopFeed }
}

/** The price under the crosshair of the live line or the newest one, and the extremes of what is shown. */
export function LiveLegendLine({ product, data, labels }: LegendProps<ScaleLabels, LiveLegend>) {
  const { t } = useTranslation('chart')
  const format = useFormat()
  if (data === null) return <Legend symbol={product.symbol} inWords={null} line={null} />
  const write = (scaled: number): string => format.price(scaled, product.priceDecimals)
  const [price, low, high] = [write(data.price), write(data.low), write(data.high)]
  return (
    <Legend
      symbol={product.symbol}
      inWords={t('liveInWords', { price, low, high })}
      line={
        <>
          <span className="whitespace-nowrap">{labels.exact(data.timeMs)}</span>
          <span className="font-semibold">{price}</span>
          <Pair label={t('low')} value={low} />
          <Pair label={t('high')} value={high} />
        </>
      }
    />
  )
}

/** All of it is of the same hour. */
const inThePresent = (): null => null

interface Props {
  product: Product
  view: LiveView
  marks: readonly OrderMark[]
  links: ChartLinks
}

/** The live line of a span with the user's orders. Give it a new key for another span. */
export function LivePanel({ product, view, marks, links }: Props) {
  const { language } = useTranslation().i18n
  const labels = useMemo(() => createLiveLabels(language), [language])
  const { id, symbol } = product
  const start = useCallback(
    (stage: Stage<ScaleLabels, LiveLegend>) => startLive(stage, { id, symbol, view }),
    [id, symbol, view],
  )
  return (
    <ChartHost
      product={product}
      marks={marks}
      links={links}
      labels={labels}
      start={start}
      Legend={LiveLegendLine}
      pointedMs={inThePresent}
      className="[&:not([data-pointed])_[data-crosshair]]:opacity-0"
    />
  )
}
