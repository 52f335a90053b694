import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { registerInfoAtom } from '#api/session.ts'
import { RegisterView } from '#features/identity/register-view.tsx'
import { BeforeNote } from '#features/recovery/recovery-help.tsx'
import { StepMark } from '#features/identity/step-mark.tsx'
import { PATHS } from '#lib/paths.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Card } from '#ui/card.tsx'

export function RegisterPage() {
  const { t } = useTranslation('identity')
  const [finished, setFinished] = useState(false)
  // Read once, because the guest's session may end, and its data with it, before the answer is here.
  const [info] = useState(useAtomValue(registerInfoAtom))
  const toast = useSetAtom(showToastAtom)
  const done = (): void => {
    toast({ tone: 'good', text: t('register.done') })
    setFinished(true)
  }
  if (finished) return <Navigate to={PATHS.login} replace />
  if (info === null) return <Navigate to={PATHS.registerCheck} replace />
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      <StepMark step={2} />
      <p className="text-sm text-ink-2">
        <span>{t('register.for', { account: info.account })}</span>{' '}
        <Link
          to={PATHS.registerCheck}
          className="inline-flex min-h-touch items-center font-semibold text-brand-strong"
        >
          {t('register.change')}
        </Link>
      </p>
      <Card>
        <RegisterView info={info} terms={<Terms />} onDone={done} />
      </Card>
      <BeforeNote />
    </div>
  )
}

function Terms() {
  return (
    <Trans
      i18nKey="terms.text"
      ns="identity"
      components={{
        privacy: <Link to={PATHS.privacy} className="font-semibold text-brand-strong underline" />,
      }}
    />
  )
}
