import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { call } from '#api/call.ts'
import { guestAtom } from '#api/session.ts'
import { getClosing } from '#contract/endpoints/closing.ts'
import { ForgotSheet } from '#features/identity/forgot-sheet.tsx'
import { GuestLogInNote } from '#features/identity/guest-notes.tsx'
import { LoginView } from '#features/identity/login-view.tsx'
import { SecondFactorPrompt } from '#features/security/second-factor-prompt.tsx'
import { closingPath } from '#lib/account-paths.ts'
import { PATHS } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** Only pages inside the app are valid destinations after the log-in. */
const insideOnly = (path: string | null): string =>
  path !== null && /^\/[^/\\]/.test(path) ? path : PATHS.products

export function LoginPage() {
  const { t } = useTranslation(['identity', 'access'])
  const guest = useAtomValue(guestAtom)
  const [forgot, setForgot] = useState(false)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  /** Who logs in to an account that is closing is asked first whether to keep it. */
  const enter = async (): Promise<void> => {
    await navigate(insideOnly(search.get('back')), { replace: true })
    const answer = await call(getClosing, {})
    if (answer.ok && answer.value.closesAt !== null) await navigate(closingPath())
  }
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      {guest && <GuestLogInNote />}
      <Card>
        <LoginView factor={SecondFactorPrompt} onDone={() => void enter()} />
        <Button variant="quiet" size="sm" block className="mt-2" onClick={() => setForgot(true)}>
          {t('access:forgot.link')}
        </Button>
      </Card>
      <p className="text-center text-sm text-ink-2">
        {t('identity:login.newHere')}{' '}
        <Link
          to={PATHS.registerCheck}
          className="inline-flex min-h-touch items-center font-semibold text-brand-strong"
        >
          {t('identity:login.toRegister')}
        </Link>
      </p>
      <ForgotSheet open={forgot} onClose={() => setForgot(false)} />
    </div>
  )
}
