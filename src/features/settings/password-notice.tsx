import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Where a password is changed, and who helps without the old one. */
export function PasswordNotice() {
  const { t } = useTranslation('settings')
  return (
    <Notice tone="info">
      <p className="font-semibold">{t('password.title')}</p>
      <p>{t('password.text')}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Link to={PATHS.password} className={buttonLook({ size: 'sm' })}>
          {t('password.title')}
        </Link>
        <Link to={PATHS.support} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
          {t('password.service')}
        </Link>
      </p>
    </Notice>
  )
}
