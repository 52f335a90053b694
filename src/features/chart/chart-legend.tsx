import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { IndicatorName, IndicatorValues } from '#features/chart/indicators.ts'
import type { LegendStore } from '#features/chart/legend-store.ts'
import type { TimeLabels } from '#features/chart/time-labels.ts'
import { type Format, useFormat } from '#i18n/format.ts'
import { join } from '#ui/join.ts'

interface Props {
  product: Product
  store: LegendStore
  labels: TimeLabels
}

/** Space for its lines before they are known: three on a narrow phone. The chart must not move under a finger. */
const ROOM = 'min-h-9 max-[27rem]:min-h-12'

const SERIES_INKS = ['text-info', 'text-warn', 'text-ink-3'] as const

function Pair({ label, value }: { label: string; value: string }) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-ink-3">{label}</span> {value}
    </span>
  )
}

function lineText(name: IndicatorName, value: number, write: (scaled: number) => string): string {
  return name === 'rsi' ? (Math.round(value * 10) / 10).toString() : write(Math.round(value))
}

function IndicatorLine(props: {
  name: IndicatorName
  values: IndicatorValues
  write: (scaled: number) => string
}) {
  const { name, values, write } = props
  return (
    <span className="flex flex-wrap gap-x-2">
      {Object.entries(values).map(([line, value], i) => (
        <span key={line} className={SERIES_INKS[i % SERIES_INKS.length]}>
          {line.toUpperCase()} {value === null ? '–' : lineText(name, value, write)}
        </span>
      ))}
    </span>
  )
}

const volumeText = (format: Format, volume: number, decimals: number): string =>
  format.compact(volume / 10 ** decimals)

/** Open, high, low, close, volume and time of the bar under the crosshair, or of the last bar. */
export function ChartLegend({ product, store, labels }: Props) {
  const { t } = useTranslation('chart')
  const format = useFormat()
  const data = useSyncExternalStore(store.subscribe, store.get)
  const write = (scaled: number): string => format.price(scaled, product.priceDecimals)
  if (data === null) return <div className={ROOM} />
  const [time, open, high, low, close, volume] = data.bar
  return (
    <div aria-hidden className={join('figures px-3 text-2xs text-ink-2', ROOM)}>
      <div className="flex flex-wrap gap-x-2">
        <span className="whitespace-nowrap">{labels.full(time)}</span>
        <Pair label={t('open')} value={write(open)} />
        <Pair label={t('high')} value={write(high)} />
        <Pair label={t('low')} value={write(low)} />
        <Pair label={t('close')} value={write(close)} />
        <Pair label={t('volume')} value={volumeText(format, volume, product.sizeDecimals)} />
      </div>
      {data.values.map((one) => (
        <IndicatorLine key={one.name} name={one.name} values={one.values} write={write} />
      ))}
    </div>
  )
}
