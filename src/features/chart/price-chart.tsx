import { useAtom, useAtomValue } from 'jotai/react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Interval, interval, type Product } from '#contract/product.ts'
import { ChartCanvas } from '#features/chart/chart-canvas.tsx'
import type { ChartState } from '#features/chart/chart-feed.ts'
import { CHART_STYLES, type ChartStyle } from '#features/chart/chart-options.ts'
import { readJson, storedAtom } from '#lib/stored.ts'
import { ChartCredit } from '#ui/chart-credit.tsx'
import { ChartLegend } from '#features/chart/chart-legend.tsx'
import { ChartToolbar } from '#features/chart/chart-toolbar.tsx'
import { type IndicatorName, OVERLAYS, STUDIES } from '#features/chart/indicators.ts'
import { createLegendStore, type LegendStore } from '#features/chart/legend-store.ts'
import type { OrderMark } from '#features/chart/order-marks.ts'
import { createTimeLabels } from '#features/chart/time-labels.ts'
import { useFormat } from '#i18n/format.ts'
import { reachabilityAtom } from '#lib/reachability.ts'
import { join } from '#ui/join.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  product: Product
  marks: readonly OrderMark[]
}

const PRICE_HEIGHT_PX = 300
const STUDY_HEIGHT_PX = 90

const heightFor = (names: readonly IndicatorName[]): number =>
  PRICE_HEIGHT_PX +
  STUDY_HEIGHT_PX * names.filter((name) => STUDIES.some((study) => study === name)).length

/** Describes the chart in words for screen readers. It can be navigated to but is never announced. */
function ChartInWords({ product, store }: { product: Product; store: LegendStore }) {
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

const indicators = z.array(z.enum([...OVERLAYS, ...STUDIES]))

const intervalAtom = storedAtom<Interval>({
  key: 'chartInterval',
  initial: '1m',
  read: (text) => interval.safeParse(text).data,
})

const styleAtom = storedAtom<ChartStyle>({
  key: 'chartStyle',
  initial: 'candles',
  read: (text) => CHART_STYLES.find((style) => style === text),
})

const indicatorsAtom = storedAtom<readonly IndicatorName[]>({
  key: 'chartIndicators',
  initial: ['ma'],
  read: readJson((value) => indicators.safeParse(value)),
  write: JSON.stringify,
})

/** Overlays share the price's pane, so at most one is active. Studies have panes of their own. */
function toggled(names: readonly IndicatorName[], name: IndicatorName): IndicatorName[] {
  if (names.includes(name)) return names.filter((other) => other !== name)
  const isOverlay = (one: IndicatorName): boolean => OVERLAYS.some((overlay) => overlay === one)
  return [...names.filter((other) => !isOverlay(name) || !isOverlay(other)), name]
}

/** A product's chart with its toolbar and legend. Its file is loaded when it is first shown. */
export function PriceChart({ product, marks }: Props) {
  const { t, i18n } = useTranslation('chart')
  const [interval, setInterval] = useAtom(intervalAtom)
  const [style, setStyle] = useAtom(styleAtom)
  const [indicators, setIndicators] = useAtom(indicatorsAtom)
  const [state, setState] = useState<ChartState | 'loading'>('loading')
  const store = useMemo(() => createLegendStore(), [])
  const labels = useMemo(() => createTimeLabels(i18n.language), [i18n.language])
  return (
    <section aria-label={t('title')}>
      <ChartToolbar
        interval={interval}
        onInterval={(next) => {
          setState('loading')
          store.set(null)
          setInterval(next)
        }}
        style={style}
        onStyle={setStyle}
        indicators={indicators}
        onIndicator={(name) => setIndicators(toggled(indicators, name))}
      />
      <ChartLegend product={product} store={store} labels={labels} />
      <ChartInWords product={product} store={store} />
      <div className={join('relative', state === 'known' && 'opacity-60')}>
        <ChartCanvas
          product={product}
          interval={interval}
          style={style}
          indicators={indicators}
          marks={marks}
          height={heightFor(indicators)}
          onLegend={store.set}
          onState={setState}
        />
        <InItsPlace state={state} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-3 pb-1 text-2xs text-ink-3">
        <ChartCredit />
        <p>{t('zone', { zone: labels.zone })}</p>
      </div>
    </section>
  )
}

/** Shown while there are no bars: a placeholder, or the reason. */
function InItsPlace({ state }: { state: ChartState | 'loading' }) {
  const { t } = useTranslation('chart')
  const away = useAtomValue(reachabilityAtom) !== 'reached'
  if (state === 'ready' || state === 'known') return null
  if (state === 'loading' && !away) return <Skeleton className="absolute inset-3 z-10" />
  return (
    <p
      role={state === 'failed' ? 'alert' : 'status'}
      className="absolute inset-x-4 top-1/3 z-10 text-center text-sm text-ink-2"
    >
      {t(state === 'failed' ? 'failed' : 'away')}
    </p>
  )
}
