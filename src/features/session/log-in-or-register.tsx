import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { loginPath, PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'

/** The two ways in; a log-in comes back to this page. */
export function LogInOrRegister() {
  const { t } = useTranslation('common')
  const { pathname, search } = useLocation()
  return (
    <div className="flex w-full flex-col gap-2">
      <Link to={loginPath(pathname + search)} className={buttonLook({ block: true })}>
        {t('logIn')}
      </Link>
      <Link to={PATHS.registerCheck} className={buttonLook({ variant: 'secondary', block: true })}>
        {t('register')}
      </Link>
    </div>
  )
}
