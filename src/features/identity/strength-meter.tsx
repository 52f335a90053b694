import { useTranslation } from 'react-i18next'
import { type Strength, STRENGTHS } from '#features/identity/password-strength.ts'
import { join } from '#ui/join.ts'

const FILLS: Record<Strength, string> = {
  0: 'bg-line',
  1: 'bg-danger',
  2: 'bg-warn',
  3: 'bg-info',
  4: 'bg-brand',
}

export function StrengthMeter({ strength }: { strength: Strength }) {
  const { t } = useTranslation('identity')
  const text = t(`strength.${strength}`)
  return (
    <div className="flex items-center gap-2">
      <div
        role="meter"
        aria-label={t('strength.label')}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={strength}
        aria-valuetext={text}
        className="flex flex-1 gap-1"
      >
        {STRENGTHS.slice(1).map((step) => (
          <span
            key={step}
            className={join(
              'h-1 flex-1 rounded-full',
              step <= strength ? FILLS[strength] : FILLS[0],
            )}
          />
        ))}
      </div>
      <span className="min-w-12 text-end">{text}</span>
    </div>
  )
}
