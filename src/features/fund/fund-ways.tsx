import { ChartNoAxesCombined, Scale, ScrollText, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'

const OWN = [
  { key: 'tab.details', to: PATHS.fundDetails, icon: ChartNoAxesCombined },
  { key: 'check.title', to: `${PATHS.fundDetails}?check=1`, icon: ShieldCheck },
  { key: 'tab.rules', to: PATHS.fundRules, icon: Scale },
  { key: 'tab.records', to: PATHS.fundRecords, icon: ScrollText },
] as const

/** The links from the fund's page to its other pages. Visitors only see the rules. */
export function FundWays({ visitor = false }: { visitor?: boolean }) {
  const { t } = useTranslation('fund')
  const ways = visitor ? OWN.filter(({ key }) => key === 'tab.rules') : OWN
  return (
    <ul className="divide-y divide-line/60 overflow-hidden rounded-card border border-line/60 bg-surface shadow-card">
      {ways.map(({ key, to, icon }) => (
        <li key={key}>
          <Link to={to} className={navRowLook}>
            <NavRow icon={icon} label={t(key)} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
