import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { useFormat } from '#i18n/use-format.ts'

/** What users must know about replayed prices before they order. Nothing for other sources. */
export function ReplayNote({ product }: { product: Pick<Product, 'replay'> }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const { replay } = product
  if (replay === null) return null
  const { repeats, fastBars, recordedAt, startedAt } = replay
  const times = { recorded: format.dateTime(recordedAt), started: format.dateTime(startedAt) }
  return (
    <p className="rounded-control bg-sunken p-3 text-xs text-ink-2">
      {t('replay.known')} {repeats && <span>{t('replay.repeats')}</span>}{' '}
      {fastBars && <span>{t('replay.fastBars')}</span>}
      <span> </span>
      <span>{t('replay.shifted', times)}</span>
    </p>
  )
}
