import { useAtomValue } from 'jotai/react'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { LegendData } from '#features/chart/chart-view.ts'
import { drawingsAtom } from '#features/chart/drawing-choices.ts'
import { indicatorTitle, lineKey } from '#features/chart/indicator-text.ts'
import type { IndicatorName, IndicatorValues } from '#features/chart/indicators.ts'
import type { LegendStore } from '#features/chart/legend-store.ts'
import type { LiveLegend } from '#features/chart/live-legend.ts'
import type { ScaleLabels } from '#features/chart/ms-scale.ts'
import type { TimeLabels } from '#features/chart/time-labels.ts'
import { useFormat } from '#i18n/use-format.ts'
import { join } from '#ui/join.ts'

const SERIES_INKS = ['text-info', 'text-warn', 'text-ink-3'] as const

function Pair({ label, value }: { label: string; value: string }) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-ink-3">{label}</span> <span>{value}</span>
    </span>
  )
}

/** One line that opens over the chart on a tap. It keeps its height while there is nothing to show. */
function Frame({ line, children }: { line: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('chart')
  const [open, setOpen] = useState(false)
  return (
    <div className="figures relative px-3 text-xs text-ink-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full items-center gap-1 text-start -outline-offset-2"
      >
        <span className="sr-only">{t('values')}</span>
        <span aria-hidden className="flex min-w-0 flex-1 gap-x-2 overflow-hidden">
          {line}
        </span>
        <ChevronDown
          aria-hidden
          size={14}
          className={join('shrink-0 text-ink-3', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div className="absolute inset-x-0 top-full z-20 flex flex-col gap-0.5 bg-surface/95 px-3 pb-1">
          {children}
        </div>
      )}
    </div>
  )
}

function lineText(name: IndicatorName, value: number, write: (scaled: number) => string): string {
  return name === 'rsi' ? (Math.round(value * 10) / 10).toString() : write(Math.round(value))
}

function Lines(props: {
  name: IndicatorName
  values: IndicatorValues
  write: (scaled: number) => string
}) {
  const { t } = useTranslation('chart')
  const { name, values, write } = props
  return Object.entries(values).map(([line, value], i) => {
    const key = lineKey(line)
    const label = key === null ? line.toUpperCase() : t(`indicatorLine.${key}`)
    const shown = value === null ? '–' : lineText(name, value, write)
    return (
      <span key={line} className={join('whitespace-nowrap', SERIES_INKS[i % SERIES_INKS.length])}>
        {`${label} ${shown}`}
      </span>
    )
  })
}

const SAMPLE = { width: 24, height: 10 } as const

/** What the lines over the prices are: an order has round ends, and a drawing square ones. */
function DrawnLines({ symbol }: { symbol: string }) {
  const { t } = useTranslation('chart')
  const hasDrawings = useAtomValue(drawingsAtom(symbol)).length > 0
  return (
    <>
      <span className="flex items-center gap-2">
        <svg aria-hidden {...SAMPLE} className="shrink-0">
          <path d="M4 5h20" stroke="var(--color-up)" strokeWidth="1.5" />
          <circle cx="4" cy="5" r="4" fill="var(--color-up)" />
        </svg>
        {t('drawings.legend.order')}
      </span>
      {hasDrawings && (
        <span className="flex items-center gap-2">
          <svg aria-hidden {...SAMPLE} className="shrink-0">
            <path d="M5 5h14" stroke="currentColor" strokeWidth="1.25" strokeDasharray="8 3 2 3" />
            <path d="M0 2.5h5v5H0zM19 2.5h5v5h-5z" fill="currentColor" />
          </svg>
          {t('drawings.legend.drawing')}
        </span>
      )}
    </>
  )
}

/** Marks a bar of a venue from before the log. It never decides a result. */
function BeforeLog() {
  const { t } = useTranslation('venues')
  return <span className="whitespace-nowrap text-warn">{t('beforeLog')}</span>
}

interface BarProps {
  product: Product
  store: LegendStore<LegendData>
  labels: TimeLabels
}

/** Open, high, low, close, volume and indicators of the bar under the crosshair, or of the last bar. */
export function BarLegend({ product, store, labels }: BarProps) {
  const { t } = useTranslation('chart')
  const format = useFormat()
  const data = useSyncExternalStore(store.subscribe, store.get)
  if (data === null) return <Frame line={null}>{null}</Frame>
  const write = (scaled: number): string => format.price(scaled, product.priceDecimals)
  const [time, open, high, low, close, volume] = data.bar
  const [first] = data.values
  return (
    <Frame
      line={
        <>
          <span className="whitespace-nowrap">{labels.full(time)}</span>
          {product.logStartsAt !== undefined && time < product.logStartsAt && (
            <Suspense>
              <BeforeLog />
            </Suspense>
          )}
          <Pair label={t('close')} value={write(close)} />
          {first !== undefined && <Lines {...first} write={write} />}
        </>
      }
    >
      <span className="flex flex-wrap gap-x-2">
        <Pair label={t('open')} value={write(open)} />
        <Pair label={t('high')} value={write(high)} />
        <Pair label={t('low')} value={write(low)} />
        <Pair label={t('close')} value={write(close)} />
        <Pair label={t('volume')} value={format.compact(volume / 10 ** product.sizeDecimals)} />
      </span>
      {data.values.map((one) => (
        <span key={one.name} className="flex flex-wrap gap-x-2">
          <span className="text-ink-3">{indicatorTitle(one.name)}</span>
          <Lines {...one} write={write} />
        </span>
      ))}
      <DrawnLines symbol={product.symbol} />
    </Frame>
  )
}

interface LiveProps {
  product: Product
  store: LegendStore<LiveLegend>
  labels: ScaleLabels
}

/** The price under the crosshair of the live line or the newest one, and the extremes of what is shown. */
export function LiveLegendLine({ product, store, labels }: LiveProps) {
  const { t } = useTranslation('chart')
  const format = useFormat()
  const data = useSyncExternalStore(store.subscribe, store.get)
  const write = (scaled: number): string => format.price(scaled, product.priceDecimals)
  return (
    <Frame
      line={
        data !== null && (
          <>
            <span className="whitespace-nowrap">{labels.exact(data.timeMs)}</span>
            <span className="font-semibold">{write(data.price)}</span>
            <Pair label={t('low')} value={write(data.low)} />
            <Pair label={t('high')} value={write(data.high)} />
          </>
        )
      }
    >
      <DrawnLines symbol={product.symbol} />
    </Frame>
  )
}
