import { useAtomValue } from 'jotai'
import { ChartCandlestick, House, PiggyBank, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { unreadBadge, unreadMessagesAtom } from '#features/messages/unread.ts'
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
              <span className="relative">
                <Icon aria-hidden size={22} strokeWidth={1.75} />
                {key === 'user' && <Unread />}
              </span>
              <span className="max-w-full truncate px-1">{t(key)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Unread() {
  const { t } = useTranslation('tabs')
  const count = useAtomValue(unreadMessagesAtom)
  if (count === 0) return null
  return (
    <span className="figures absolute -top-1 start-3 min-w-4 rounded-full bg-danger px-1 text-center text-2xs font-bold text-surface">
      <span aria-hidden>{unreadBadge(count)}</span>
      <span className="sr-only">{t('unread', { count })}</span>
    </span>
  )
}
