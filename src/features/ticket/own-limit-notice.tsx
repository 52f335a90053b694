import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Says before an order is sent which of the user's own limits would refuse it, with a link to that limit. */
export function OwnLimitNotice({ text }: { text: string }) {
  const { t } = useTranslation('tabs')
  return (
    <Notice tone="info">
      <p>{text}</p>
      <p className="mt-2">
        <Link to={PATHS.limits} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
          {t('pages.limits')}
        </Link>
      </p>
    </Notice>
  )
}
