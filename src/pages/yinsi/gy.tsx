import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PrivacyArticle } from '#features/articles/privacy-article.tsx'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'

/** The privacy policy's second page: retention periods, the user's rights, and the user's own device. */
export function PrivacyMorePage() {
  const { t } = useTranslation('privacy')
  return (
    <div className="flex flex-col gap-6 px-4 pt-2">
      <PrivacyArticle part="more" />
      <Link to={PATHS.privacy} className={buttonLook({ variant: 'secondary', block: true })}>
        <ArrowLeft aria-hidden size={18} className="shrink-0" />
        <span className="min-w-0">{t('toFirst')}</span>
      </Link>
    </div>
  )
}
