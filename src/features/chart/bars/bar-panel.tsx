import { useAtomValue } from 'jotai/react'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { ChartCanvas } from '#features/chart/chart-canvas.tsx'
import { indicatorsAtom, intervalAtom } from '#features/chart/chart-choices.ts'
import type { ChartState } from '#features/chart/chart-feed.ts'
import { ChartFoot } from '#features/chart/chart-foot.tsx'
import { BarLegend } from '#features/chart/chart-legend.tsx'
import type { ChartStyle } from '#features/chart/chart-options.ts'
import { ChartPlace } from '#features/chart/chart-place.tsx'
import { DrawingStrip } from '#features/chart/drawing-strip.tsx'
import type { ChartView, LegendData } from '#features/chart/chart-view.ts'
import { createLegendStore, type LegendStore } from '#features/chart/legend-store.ts'
import { NowButton } from '#features/chart/now-button.tsx'
import type { OrderMark } from '#features/chart/order-marks.ts'
import { createTimeLabels, type TimeLabels } from '#features/chart/time-labels.ts'
import { useFormat } from '#i18n/use-format.ts'
import { INTERVAL_MS } from '#rules/candles.ts'

interface Props {
  product: Product
  style: ChartStyle
  marks: readonly OrderMark[]
}

/** Describes the chart in words for screen readers. It can be navigated to but is never announced. */
function BarsInWords({ product, store }: { product: Product; store: LegendStore<LegendData> }) {
  const { t } = useTranslation('chart')
  const format = useFormat()
  const data = useSyncExternalStore(store.subscribe, store.get)
  if (data === null) return null
  const [, , high, low, close] = data.bar
  const write = (scaled: number): string => format.price(scaled, product.priceDecimals)
  return (
    <p className="sr-only">
      {t('inWords', { close: write(close), low: write(low), high: write(high) })}
    </p>
  )
}

interface FootProps {
  store: LegendStore<LegendData>
  labels: TimeLabels
}

/** The zone at the time of the bar in the legend, or now. */
function BarFoot({ store, labels }: FootProps) {
  const data = useSyncExternalStore(store.subscribe, store.get)
  const nowMs = useServerMinute()
  return <ChartFoot labels={labels} timeMs={data?.pointed === true ? data.bar[0] : nowMs} />
}

/** Bars of the chosen interval with their indicators. Give it a new key for another interval. */
export function BarPanel({ product, style, marks }: Props) {
  const { language } = useTranslation().i18n
  const interval = useAtomValue(intervalAtom)
  const indicators = useAtomValue(indicatorsAtom)
  const [state, setState] = useState<ChartState | 'loading'>('loading')
  const [following, setFollowing] = useState(true)
  const chart = useRef<Pick<ChartView, 'follow'>>(null)
  const store = useMemo(() => createLegendStore<LegendData>(), [])
  const seconds = INTERVAL_MS[interval] < INTERVAL_MS['1m']
  const labels = useMemo(() => createTimeLabels(language, { seconds }), [language, seconds])
  return (
    <>
      <BarLegend product={product} store={store} labels={labels} />
      <BarsInWords product={product} store={store} />
      <ChartPlace product={product} state={state}>
        <ChartCanvas
          product={product}
          interval={interval}
          style={style}
          indicators={indicators}
          marks={marks}
          labels={labels}
          onLegend={store.set}
          onState={setState}
          onFollowing={setFollowing}
          ref={chart}
        />
        <DrawingStrip product={product} />
        {!following && <NowButton onClick={() => chart.current?.follow()} />}
      </ChartPlace>
      <BarFoot store={store} labels={labels} />
    </>
  )
}
