import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { guestAtom } from '#api/session.ts'
import { loginPath, PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

interface Props {
  /** Next to each other where there is space. */
  side?: boolean
  /** Another button is the main one. */
  quiet?: boolean
  /** Beside what makes a visitor a guest: the words stay those for a visitor until that is done. */
  visitor?: boolean
}

/**
 * Buttons to log in or register. After the log-in the user returns to this page. For guests registering comes first,
 * because it keeps what they have.
 */
export function LogInOrRegister({ side = false, quiet = false, visitor = false }: Props) {
  const { t } = useTranslation('common')
  const guest = useAtomValue(guestAtom) && !visitor
  const { pathname, search } = useLocation()
  const ways = [
    { to: loginPath(pathname + search), label: t('logIn') },
    { to: PATHS.registerCheck, label: t('register') },
  ]
  return (
    <div
      className={join(
        'flex w-full gap-2',
        side ? 'flex-wrap *:flex-1 *:basis-24 max-[22rem]:*:px-2' : 'flex-col',
      )}
    >
      {guest && <ForGuest />}
      {(guest ? [...ways].reverse() : ways).map(({ to, label }, at) => (
        <Link
          key={to}
          to={to}
          className={buttonLook({
            variant: at === 0 && !quiet ? 'primary' : 'secondary',
            block: true,
          })}
        >
          {label}
        </Link>
      ))}
    </div>
  )
}

/** That registering opens the page, and keeps what the guest has. */
function ForGuest() {
  const { t } = useTranslation('access')
  return <p className="pb-1 text-sm text-ink-2">{t('closed')}</p>
}
