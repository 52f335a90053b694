import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { LegalTexts } from '#features/articles/legal-texts.tsx'
import { PrivacyArticle } from '#features/articles/privacy-article.tsx'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'

/** The privacy policy: what is stored, and who may see it. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy')
  return (
    <div className="flex flex-col gap-6 px-4 pt-2">
      <PrivacyArticle part="first" />
      <LegalTexts kinds={['privacy']} />
      <Link to={PATHS.privacyMore} className={buttonLook({ variant: 'secondary', block: true })}>
        <span className="min-w-0">{t('toMore')}</span>
        <ArrowRight aria-hidden size={18} className="shrink-0" />
      </Link>
    </div>
  )
}
