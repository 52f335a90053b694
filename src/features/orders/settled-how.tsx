import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { trustPath } from '#lib/paths.ts'
import { inlineLinkLook } from '#ui/inline-link.ts'

/** The link to the page that demonstrates the rule. */
export function SettledHow({ symbol }: { symbol: string }) {
  const { t } = useTranslation('tabs')
  return (
    <Link to={trustPath(symbol)} className={`${inlineLinkLook} -my-2`}>
      {t('pages.trust')}
    </Link>
  )
}
