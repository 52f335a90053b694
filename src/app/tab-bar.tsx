import { ChartCandlestick, House, PiggyBank, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { join } from '#ui/join.ts'

const TABS = [
  { key: 'home', path: PATHS.home, icon: House },
  { key: 'products', path: PATHS.products, icon: ChartCandlestick },
  { key: 'fund', path: PATHS.fund, icon: PiggyBank },
  { key: 'user', path: PATHS.user, icon: UserRound },
] as const

export function TabBar() {
  const { t } = useTranslation('tabs')
  return (
    <nav
      aria-label={t('label')}
      className="safe-bottom sticky bottom-0 z-20 mt-auto border-t border-line bg-surface"
    >
      <ul className="flex h-tabs">
        {TABS.map(({ key, path, icon: Icon }) => (
          <li key={key} className="flex-1">
            <NavLink
              to={path}
              className={({ isActive }) =>
                join(
                  'flex h-full flex-col items-center justify-center gap-0.5 text-2xs',
                  '-outline-offset-2',
                  isActive ? 'font-semibold text-brand' : 'text-ink-3',
                )
              }
            >
              <Icon aria-hidden size={22} strokeWidth={1.75} />
              <span className="max-w-full truncate px-1">{t(key)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
