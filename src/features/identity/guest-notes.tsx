import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** At the log-in: another account does not get what the guest has. */
export function GuestLogInNote() {
  const { t } = useTranslation('access')
  return (
    <Notice tone="info">
      <p>{t('logIn.text')}</p>
      <p className="mt-2">
        <Link to={PATHS.registerCheck} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
          {t('logIn.keep')}
        </Link>
      </p>
    </Notice>
  )
}
