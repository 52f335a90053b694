import { useAtomValue } from 'jotai'
import { ChartCandlestick, House, PiggyBank, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Route } from '#app/routes.ts'
import { unreadBadge, unreadMessagesAtom } from '#features/messages/unread.ts'
import { PATHS } from '#lib/paths.ts'
import { join } from '#ui/join.ts'

const TABS = [
  { key: 'home', path: PATHS.home, icon: House },
  { key: 'products', path: PATHS.products, icon: ChartCandlestick },
  { key: 'fund', path: PATHS.fund, icon: PiggyBank },
  { key: 'user', path: PATHS.user, icon: UserRound },
] as const

interface Props {
  selected: Route['tab']
  /** In the header of a large screen, instead of at the bottom edge. */
  top?: boolean
}

const BAR = 'safe-bottom sticky bottom-0 z-20 mt-auto border-t border-line bg-surface'
const LOOK = 'flex h-full flex-col items-center justify-center gap-0.5 text-xs -outline-offset-2'
const TOP_LOOK = 'flex min-h-touch items-center gap-2 rounded-control px-2.5 text-sm'

/** The links to the main pages. */
export function TabBar({ selected, top = false }: Props) {
  const { t } = useTranslation('tabs')
  const look = (isSelected: boolean): string =>
    join(
      top ? TOP_LOOK : LOOK,
      isSelected && 'font-semibold',
      top
        ? isSelected
          ? 'bg-brand-soft text-brand-strong'
          : 'text-ink-2'
        : isSelected
          ? 'text-tab'
          : 'text-ink-3',
    )
  return (
    <nav aria-label={t('label')} className={top ? undefined : BAR}>
      <ul className={top ? 'flex gap-1' : 'flex h-tabs'}>
        {TABS.map(({ key, path, icon: Icon }) => (
          <li key={key} className={top ? undefined : 'flex-1'}>
            <Link
              to={path}
              aria-current={key === selected ? 'page' : undefined}
              className={look(key === selected)}
            >
              <span className={top ? 'flex' : 'relative'}>
                <Icon
                  aria-hidden
                  size={top ? 18 : 22}
                  strokeWidth={1.75}
                  className={top && key !== 'user' ? 'max-[90rem]:hidden' : undefined}
                />
                {key === 'user' && <Unread top={top} />}
              </span>
              <span className="max-w-full truncate px-1">{t(key)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** In the header it takes room of its own, so that no number lies on the word beside it. */
function Unread({ top }: { top: boolean }) {
  const { t } = useTranslation('tabs')
  const count = useAtomValue(unreadMessagesAtom)
  if (count === 0) return null
  return (
    <span
      className={join(
        'figures min-w-4 rounded-full bg-danger px-1 text-center text-xs font-bold text-surface',
        top ? '-ms-1.5 -mt-1.5 mb-1.5' : 'absolute -top-1 start-3',
      )}
    >
      <span aria-hidden>{unreadBadge(count)}</span>
      <span className="sr-only">{t('unread', { count })}</span>
    </span>
  )
}
