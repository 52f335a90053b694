import { useTranslation } from 'react-i18next'

/** Shown instead of an empty short list: why it is empty, and what the user can do. */
export function EmptyBrief({ kind }: { kind: 'all' | 'open' | 'settled' }) {
  const { t } = useTranslation('orders')
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 px-6 py-8 text-center">
      <p className="font-semibold">{t(`empty.${kind}`)}</p>
      <p className="max-w-80 text-sm text-ink-2">{t('emptyHint')}</p>
    </div>
  )
}
