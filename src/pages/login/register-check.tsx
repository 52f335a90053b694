import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { RegisterCheckView } from '#features/identity/register-check-view.tsx'
import { StepMark } from '#features/identity/step-mark.tsx'
import { PATHS } from '#lib/paths.ts'
import { Card } from '#ui/card.tsx'

export function RegisterCheckPage() {
  const { t } = useTranslation('identity')
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      <StepMark step={1} />
      <Card>
        <RegisterCheckView onDone={() => void navigate(PATHS.register)} />
      </Card>
      <p className="text-center text-sm text-ink-2">
        {t('register.haveAccount')}{' '}
        <Link
          to={PATHS.login}
          className="inline-flex min-h-touch items-center font-semibold text-brand-strong"
        >
          {t('register.toLogin')}
        </Link>
      </p>
    </div>
  )
}
