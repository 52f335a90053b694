import { useTranslation } from 'react-i18next'

/** Shows which of the two registration steps this is. */
export function StepMark({ step }: { step: 1 | 2 }) {
  const { t } = useTranslation('identity')
  return (
    <div className="flex items-center gap-3 text-sm text-ink-2">
      <span className="shrink-0">{t('register.step', { step, total: 2 })}</span>
      <span aria-hidden className="flex flex-1 gap-1">
        <span className="h-1 flex-1 rounded-full bg-brand" />
        <span className={`h-1 flex-1 rounded-full ${step === 2 ? 'bg-brand' : 'bg-line'}`} />
      </span>
    </div>
  )
}
