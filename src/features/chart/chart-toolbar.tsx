import { ChartCandlestick, ChartLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { STORED_INTERVALS, type Interval } from '#contract/product.ts'
import type { ChartStyle } from '#features/chart/chart-options.ts'
import { type IndicatorName, OVERLAYS, STUDIES } from '#features/chart/indicators.ts'
import { IconButton } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

interface Props {
  interval: Interval
  onInterval: (interval: Interval) => void
  style: ChartStyle
  onStyle: (style: ChartStyle) => void
  indicators: readonly IndicatorName[]
  onIndicator: (name: IndicatorName) => void
}

function Chip(props: {
  pressed: boolean
  onPress: () => void
  label?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={props.pressed}
      onClick={props.onPress}
      className="relative flex min-h-touch min-w-10 shrink-0 items-center justify-center px-0.5 text-xs -outline-offset-2"
    >
      <span
        className={join(
          'min-w-full rounded-lg px-2 py-1.5 text-center',
          props.pressed ? 'bg-brand-soft font-semibold text-brand-strong' : 'text-ink-2',
        )}
      >
        {props.children}
        {props.label !== undefined && <span className="sr-only"> {props.label}</span>}
      </span>
    </button>
  )
}

export function ChartToolbar(props: Props) {
  const { t } = useTranslation('chart')
  const other: ChartStyle = props.style === 'candles' ? 'line' : 'candles'
  const Icon = other === 'line' ? ChartLine : ChartCandlestick
  return (
    <div className="px-2">
      <div className="flex items-center">
        <div
          role="group"
          aria-label={t('intervals')}
          className="scroll-quiet flex min-w-0 flex-1 overflow-x-auto"
        >
          {STORED_INTERVALS.map((interval) => (
            <Chip
              key={interval}
              label={t(`intervalName.${interval}`)}
              pressed={interval === props.interval}
              onPress={() => props.onInterval(interval)}
            >
              {t(`interval.${interval}`)}
            </Chip>
          ))}
        </div>
        <IconButton label={t(`show.${other}`)} onClick={() => props.onStyle(other)}>
          <Icon aria-hidden size={18} />
        </IconButton>
      </div>
      <div role="group" aria-label={t('indicators')} className="scroll-quiet flex overflow-x-auto">
        {[...OVERLAYS, ...STUDIES].map((name) => (
          <Chip
            key={name}
            pressed={props.indicators.includes(name)}
            onPress={() => props.onIndicator(name)}
          >
            {name.toUpperCase()}
          </Chip>
        ))}
      </div>
    </div>
  )
}
