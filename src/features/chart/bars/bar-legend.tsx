import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { LegendData } from '#features/chart/bars/chart-view.ts'
import { indicatorTitle, lineKey } from '#features/chart/bars/indicator-text.ts'
import type { IndicatorName, IndicatorValues } from '#features/chart/bars/indicators.ts'
import type { LegendProps } from '#features/chart/host/engine.ts'
import { Legend, Pair } from '#features/chart/host/legend.tsx'
import type { TimeLabels } from '#features/chart/base/time-labels.ts'
import { useFormat } from '#i18n/use-format.ts'
import { join } from '#ui/join.ts'

const SERIES_INKS = ['text-info', 'text-warn', 'text-ink-3'] as const

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

/** Marks a bar of a venue from before the log. It never decides a result. */
function BeforeLog() {
  const { t } = useTranslation('venues')
  return <span className="whitespace-nowrap text-warn">{t('beforeLog')}</span>
}

/** Open, high, low, close, volume and indicators of the bar under the crosshair, or of the last bar. */
export function BarLegend({ product, data, labels }: LegendProps<TimeLabels, LegendData>) {
  const { t } = useTranslation('chart')
  const format = useFormat()
  if (data === null) return <Legend symbol={product.symbol} inWords={null} line={null} />
  const write = (scaled: number): string => format.price(scaled, product.priceDecimals)
  const [time, open, high, low, close, volume] = data.bar
  const [first] = data.values
  return (
    <Legend
      symbol={product.symbol}
      inWords={t('inWords', { close: write(close), low: write(low), high: write(high) })}
      line={
        <>
          <span className="whitespace-nowrap">{labels.full(time)}</span>
          {product.logStartsAt !== undefined && time < product.logStartsAt && (
            <Suspense>
              <BeforeLog />
            </Suspense>
          )}
          {/* On a phone there is room for the close alone; the rest opens on a tap. */}
          <span className="hidden gap-x-2 @lg:flex">
            <Pair label={t('open')} value={write(open)} />
            <Pair label={t('high')} value={write(high)} />
            <Pair label={t('low')} value={write(low)} />
          </span>
          <Pair label={t('close')} value={write(close)} />
          <span className="hidden @lg:inline">
            <Pair label={t('volume')} value={format.compact(volume / 10 ** product.sizeDecimals)} />
          </span>
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
    </Legend>
  )
}
