import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import { STATISTICS_RECENT_DAYS, type Statistics } from '#contract/statistics.ts'
import {
  OrderFigures,
  RefusedFigures,
  ReviewFigures,
  UserFigures,
} from '#features/trust/statistics-figures.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { Segmented } from '#ui/segmented.tsx'

const SPANS = ['recent', 'all'] as const

/** The platform's measured figures, recent and overall, as bars with numbers. */
export function StatisticsView({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation('trust')
  const format = useFormat()
  const info = useAtomValue(appInfoAtom)
  const [span, setSpan] = useState<(typeof SPANS)[number]>('recent')
  const figures = statistics[span]
  const labels = {
    recent: t('statistics.recent', { days: STATISTICS_RECENT_DAYS }),
    all: t('statistics.all'),
  }
  return (
    <>
      <Segmented
        label={t('statistics.span')}
        options={SPANS.map((id) => ({ id, label: labels[id] }))}
        selected={span}
        onSelect={setSpan}
      />
      <OrderFigures figures={figures} />
      <RefusedFigures figures={figures} />
      <UserFigures figures={figures} />
      <ReviewFigures reviews={figures.reviews} />
      <div className="flex flex-col gap-1 px-1 text-xs text-ink-3">
        <p className="figures">{t('statistics.at', { time: format.dateTime(statistics.at) })}</p>
        {info?.practice === true && <p>{t('statistics.practice')}</p>}
        {info?.practiceReviewer === true && <p>{t('statistics.reviewer')}</p>}
      </div>
    </>
  )
}
