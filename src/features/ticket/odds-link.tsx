import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { oddsPath } from '#lib/paths.ts'
import { inlineLinkLook } from '#ui/inline-link.ts'

/** To the page that says what such orders come to on average. */
export function OddsLink({ symbol }: { symbol: string }) {
  const { t } = useTranslation('tabs')
  return (
    <Link to={oddsPath(symbol)} className={inlineLinkLook}>
      {t('pages.odds')}
    </Link>
  )
}
