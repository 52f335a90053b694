import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Which own limit refuses the order, said before it is sent, with the way to where it was set. */
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
