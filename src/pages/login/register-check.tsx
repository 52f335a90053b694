import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { CodeSheet } from '#features/identity/code-sheet.tsx'
import { RegisterCheckView } from '#features/identity/register-check-view.tsx'
import { StepMark } from '#features/identity/step-mark.tsx'
import { PATHS } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

export function RegisterCheckPage() {
  const { t } = useTranslation(['identity', 'access'])
  const [asked, setAsked] = useState(false)
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      <StepMark step={1} />
      <Card>
        <RegisterCheckView onDone={() => void navigate(PATHS.register)} />
        <Button variant="quiet" size="sm" block className="mt-2" onClick={() => setAsked(true)}>
          {t('access:code.link')}
        </Button>
      </Card>
      <p className="text-center text-sm text-ink-2">
        {t('identity:register.haveAccount')}{' '}
        <Link
          to={PATHS.login}
          className="inline-flex min-h-touch items-center font-semibold text-brand-strong"
        >
          {t('identity:register.toLogin')}
        </Link>
      </p>
      <CodeSheet open={asked} onClose={() => setAsked(false)} />
    </div>
  )
}
