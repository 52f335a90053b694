import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { oddsPath } from '#lib/paths.ts'
import { inlineLinkLook } from '#ui/inline-link.ts'

/** The link to the page that shows the average result of such orders. */
export function OddsLink({ symbol }: { symbol: string }) {
  const { t } = useTranslation('tabs')
  return (
    <Link to={oddsPath(symbol)} className={inlineLinkLook}>
      {t('pages.odds')}
    </Link>
  )
}
