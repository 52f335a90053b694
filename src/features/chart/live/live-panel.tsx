import { useAtomValue } from 'jotai/react'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { viewAtom } from '#features/chart/chart-choices.ts'
import type { ChartState } from '#features/chart/chart-feed.ts'
import { LiveLegendLine } from '#features/chart/chart-legend.tsx'
import { ChartPlace } from '#features/chart/chart-place.tsx'
import { DrawingStrip } from '#features/chart/drawing-strip.tsx'
import { createLegendStore, type LegendStore } from '#features/chart/legend-store.ts'
import { LiveCanvas } from '#features/chart/live-canvas.tsx'
import type { LiveChart } from '#features/chart/live-chart.ts'
import type { LiveLegend } from '#features/chart/live-legend.ts'
import { NowButton } from '#features/chart/now-button.tsx'
import type { OrderMark } from '#features/chart/order-marks.ts'
import { ChartFoot } from '#features/chart/chart-foot.tsx'
import { useServerMinute } from '#data/use-server-now.ts'
import { createLiveLabels } from '#features/chart/time-labels.ts'
import { useFormat } from '#i18n/use-format.ts'

interface Props {
  product: Product
  marks: readonly OrderMark[]
}

/** Describes the chart in words for screen readers. It can be navigated to but is never announced. */
function LiveInWords({ product, store }: { product: Product; store: LegendStore<LiveLegend> }) {
  const { t } = useTranslation('chart')
  const format = useFormat()
  const data = useSyncExternalStore(store.subscribe, store.get)
  if (data === null) return null
  const write = (scaled: number): string => format.price(scaled, product.priceDecimals)
  return (
    <p className="sr-only">
      {t('liveInWords', {
        price: write(data.price),
        low: write(data.low),
        high: write(data.high),
      })}
    </p>
  )
}

/** The live line of the chosen span with the user's orders. Give it a new key for another span. */
export function LivePanel({ product, marks }: Props) {
  const { i18n } = useTranslation()
  const view = useAtomValue(viewAtom)
  const nowMs = useServerMinute()
  const [state, setState] = useState<ChartState | 'loading'>('loading')
  const [following, setFollowing] = useState(true)
  const chart = useRef<Pick<LiveChart, 'follow'>>(null)
  // The chart tells its legend in a frame of its own choice.
  const store = useMemo(() => createLegendStore<LiveLegend>((run) => run()), [])
  const labels = useMemo(() => createLiveLabels(i18n.language), [i18n.language])
  return (
    <>
      <LiveLegendLine product={product} store={store} labels={labels} />
      <LiveInWords product={product} store={store} />
      <ChartPlace product={product} state={state}>
        <LiveCanvas
          ref={chart}
          product={product}
          view={view}
          marks={marks}
          labels={labels}
          onLegend={store.set}
          onState={setState}
          onFollowing={setFollowing}
        />
        <DrawingStrip product={product} />
        {!following && <NowButton onClick={() => chart.current?.follow()} />}
      </ChartPlace>
      <ChartFoot labels={labels} timeMs={nowMs} />
    </>
  )
}
