import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { LoginView } from '#features/identity/login-view.tsx'
import { SecondFactorPrompt } from '#features/security/second-factor-prompt.tsx'
import { PATHS } from '#lib/paths.ts'
import { Card } from '#ui/card.tsx'

/** Only pages inside the app are valid destinations after the log-in. */
const insideOnly = (path: string | null): string =>
  path !== null && /^\/[^/\\]/.test(path) ? path : PATHS.products

export function LoginPage() {
  const { t } = useTranslation('identity')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      <Card>
        <LoginView
          factor={SecondFactorPrompt}
          onDone={() => void navigate(insideOnly(search.get('back')), { replace: true })}
        />
      </Card>
      <p className="text-center text-sm text-ink-2">
        {t('login.newHere')}{' '}
        <Link
          to={PATHS.registerCheck}
          className="inline-flex min-h-touch items-center font-semibold text-brand-strong"
        >
          {t('login.toRegister')}
        </Link>
      </p>
    </div>
  )
}
