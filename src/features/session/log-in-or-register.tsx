import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { loginPath, PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

/**
 * Buttons to log in or register. After the log-in the user returns to this page. `side` puts them next to each other
 * where there is space.
 */
export function LogInOrRegister({ side = false }: { side?: boolean }) {
  const { t } = useTranslation('common')
  const { pathname, search } = useLocation()
  return (
    <div
      className={join(
        'flex w-full gap-2',
        side ? 'flex-wrap *:flex-1 *:basis-24 max-[22rem]:*:px-2' : 'flex-col',
      )}
    >
      <Link to={loginPath(pathname + search)} className={buttonLook({ block: true })}>
        {t('logIn')}
      </Link>
      <Link to={PATHS.registerCheck} className={buttonLook({ variant: 'secondary', block: true })}>
        {t('register')}
      </Link>
    </div>
  )
}
