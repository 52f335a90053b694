import {
  ArrowDownToLine,
  ChartCandlestick,
  ClipboardList,
  Headset,
  Landmark,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  ScrollText,
  Settings,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { loginPath, PATHS } from '#lib/paths.ts'
import { join } from '#ui/join.ts'

interface Way {
  to: string
  icon: LucideIcon
  label: string
  /** The number of waiting items, and the same as text; left out when there are none. */
  count?: number
  said?: string
}

function Tile({ to, icon: Icon, label, count = 0, said }: Way) {
  return (
    <Link
      to={to}
      className="flex h-full flex-col items-center gap-1.5 rounded-control px-0.5 py-1.5 active:bg-sunken"
    >
      <span className="relative flex size-12 items-center justify-center rounded-2xl border border-line/60 bg-surface text-brand shadow-card">
        <Icon aria-hidden size={22} strokeWidth={1.75} />
        {count > 0 && (
          <span
            aria-hidden
            className="figures absolute -end-1.5 -top-1.5 min-w-5 rounded-full bg-brand px-1 text-center text-xs leading-5 font-semibold text-on-brand"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      <span className="max-w-full text-center text-xs break-words break-keep text-ink-2">
        {label}
      </span>
      {count > 0 && <span className="sr-only">{said}</span>}
    </Link>
  )
}

function Tiles({ ways, wide }: { ways: readonly Way[]; wide: boolean }) {
  const { t } = useTranslation('home')
  return (
    <nav aria-label={t('ways.label')}>
      <ul className={join('grid gap-x-1 gap-y-2', wide ? 'grid-cols-3' : 'grid-cols-4')}>
        {ways.map((way) => (
          <li key={way.to} className="min-w-0">
            <Tile {...way} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The shortcuts of a logged-in user, with the number of waiting items. */
export function OwnWays({ open, unread }: { open: number; unread: number }) {
  const { t } = useTranslation(['home', 'tabs'])
  const ways: Way[] = [
    {
      to: PATHS.orders,
      icon: ClipboardList,
      label: t('home:ways.orders'),
      count: open,
      said: t('home:open', { count: open }),
    },
    { to: PATHS.account, icon: Landmark, label: t('home:ways.payout') },
    {
      to: PATHS.messages,
      icon: MessageSquare,
      label: t('home:ways.messages'),
      count: unread,
      said: t('tabs:unread', { count: unread }),
    },
    { to: PATHS.support, icon: Headset, label: t('home:ways.support') },
  ]
  return <Tiles ways={ways} wide={false} />
}

/** The shortcuts of a guest: what is open to guests. */
export function GuestWays({ open }: { open: number }) {
  const { t } = useTranslation(['home', 'tabs'])
  const said = t('home:open', { count: open })
  const ways: Way[] = [
    { to: PATHS.orders, icon: ClipboardList, label: t('home:ways.orders'), count: open, said },
    { to: PATHS.fundRecords, icon: ScrollText, label: t('tabs:pages.fundRecords') },
    { to: PATHS.trust, icon: ListChecks, label: t('tabs:pages.trust') },
    { to: PATHS.settings, icon: Settings, label: t('tabs:pages.settings') },
  ]
  return <Tiles ways={ways} wide={false} />
}

/** The same shortcuts for visitors. Those that need an account lead to the log-in and back. */
export function VisitorWays() {
  const { t } = useTranslation('home')
  const ways: Way[] = [
    {
      to: loginPath(`${PATHS.home}?open=deposit`),
      icon: ArrowDownToLine,
      label: t('hero.deposit'),
    },
    { to: PATHS.products, icon: ChartCandlestick, label: t('hero.trade') },
    { to: PATHS.orders, icon: ClipboardList, label: t('ways.orders') },
    { to: PATHS.account, icon: Landmark, label: t('ways.payout') },
    { to: PATHS.messages, icon: MessageSquare, label: t('ways.messages') },
    { to: PATHS.support, icon: Headset, label: t('ways.support') },
  ]
  return <Tiles ways={ways} wide />
}
