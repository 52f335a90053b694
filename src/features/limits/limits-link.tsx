import { ShieldMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'

/** The link from the settings to the user's own limits. */
export function LimitsLink() {
  const { t } = useTranslation('tabs')
  return (
    <div className="overflow-hidden rounded-card border border-line/60 bg-surface shadow-card">
      <Link to={PATHS.limits} className={navRowLook}>
        <NavRow icon={ShieldMinus} label={t('pages.limits')} />
      </Link>
    </div>
  )
}
