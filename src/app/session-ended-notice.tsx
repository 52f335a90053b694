import { useAtom } from 'jotai'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { sessionEndedAtom } from '#api/session.ts'
import { loginPath } from '#lib/paths.ts'
import { buttonLook, IconButton } from '#ui/button.tsx'

/** Says that the log-in has ended, with the way to log in again. */
export function SessionEnded() {
  const [ended, setEnded] = useAtom(sessionEndedAtom)
  const { t } = useTranslation('common')
  const { pathname, search } = useLocation()
  if (!ended) return null
  const forget = (): void => setEnded(false)
  return (
    <div
      role="alert"
      className="mx-3 mb-2 flex items-center gap-1 rounded-control bg-warn-soft ps-3 text-sm text-warn"
    >
      <p className="min-w-0 flex-1 py-2">{t('sessionEnded')}</p>
      <Link
        to={loginPath(pathname + search)}
        onClick={forget}
        className={buttonLook({ variant: 'quiet', size: 'sm' })}
      >
        {t('logIn')}
      </Link>
      <IconButton label={t('close')} onClick={forget}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  )
}
