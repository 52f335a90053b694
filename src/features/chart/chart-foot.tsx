import { useTranslation } from 'react-i18next'
import type { TimeLabels } from '#features/chart/time-labels.ts'
import { ChartCredit } from '#ui/chart-credit.tsx'

interface Props {
  labels: Pick<TimeLabels, 'zone'>
  /** A time that the chart shows, in ms; 0 while none is known. The zone's offset is that of this time. */
  timeMs: number
}

/** Who made the chart, and in which zone its times are. */
export function ChartFoot({ labels, timeMs }: Props) {
  const { t } = useTranslation('chart')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 px-3 pb-1 text-xs text-ink-3">
      <ChartCredit />
      {timeMs > 0 && <p>{t('zone', { zone: labels.zone(timeMs) })}</p>}
    </div>
  )
}
