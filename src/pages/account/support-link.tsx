import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'

/** The link to customer service. */
export function SupportLink() {
  const { t } = useTranslation('cashier')
  return (
    <Link
      to={PATHS.support}
      className="mt-1 inline-flex min-h-touch items-center gap-1.5 font-semibold underline"
    >
      <MessageCircle aria-hidden size={16} />
      {t('support')}
    </Link>
  )
}
