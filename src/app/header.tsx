import { useAtomValue } from 'jotai'
import { Bell as BellIcon, ChevronLeft, FlaskConical, Globe, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { appInfoAtom, memberAtom } from '#api/session.ts'
import { ConnectionChip } from '#app/connection-chip.tsx'
import type { Route } from '#app/routes.ts'
import type { OpenSheet } from '#app/shell.tsx'
import { unreadMessagesAtom } from '#features/messages/unread.ts'
import { isFirstEntry } from '#app/page-data.ts'
import { PATHS } from '#lib/paths.ts'
import { IconButton } from '#ui/button.tsx'

/** The link to the messages. It shows a dot while there are unread ones and gives their number to screen readers. */
function Bell() {
  const { t } = useTranslation('tabs')
  const count = useAtomValue(unreadMessagesAtom)
  const title = t('pages.messages')
  return (
    <Link
      to={PATHS.messages}
      aria-label={count > 0 ? `${title}, ${t('unread', { count })}` : title}
      className="relative inline-flex size-touch shrink-0 items-center justify-center rounded-full text-ink-2 active:bg-sunken"
    >
      <BellIcon aria-hidden size={20} />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute end-2.5 top-2.5 size-2.5 rounded-full border-2 border-page bg-danger"
        />
      )}
    </Link>
  )
}

/** Shown on every page with prices or amounts: says that the money is practice money and where prices come from. */
function PracticeStrip() {
  const info = useAtomValue(appInfoAtom)
  const { t } = useTranslation('common')
  return (
    <div className="h-strip px-3 pb-2">
      <aside
        aria-label={t('practice.badge')}
        className="flex h-full items-center gap-1.5 rounded-lg bg-info-soft px-2.5 text-xs text-info max-[22rem]:gap-1 max-[22rem]:px-2"
      >
        <FlaskConical aria-hidden size={14} className="shrink-0" />
        <strong className="font-semibold">{t('practice.badge')}</strong>
        <span className="min-w-0 flex-1 truncate">{t('practice.hint')}</span>
        {info !== null && <span className="truncate">{t(`source.${info.source}`)}</span>}
      </aside>
    </div>
  )
}

interface Props {
  route: Route | undefined
  title: string
  /** Whether the page must show that it uses practice money. */
  practice: boolean
  onOpen: (sheet: OpenSheet) => void
  /** The main pages, on a large screen. */
  children?: ReactNode
}

export function Header({ route, title, practice, onOpen, children }: Props) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const member = useAtomValue(memberAtom)
  const { key } = useLocation()
  const back = (): void => {
    // The first entry of a visit has no previous page inside the app, so Back leads to the home page.
    if (key === 'default' && isFirstEntry()) void navigate(PATHS.home)
    else void navigate(-1)
  }
  const quiet = route?.bare === true
  return (
    <header className="safe-top sticky top-0 z-20 bg-page">
      <div className="flex h-bar items-center gap-1 ps-2 pe-1">
        {route?.tab === undefined && !quiet && (
          <IconButton label={t('back')} onClick={back}>
            <ChevronLeft aria-hidden size={24} />
          </IconButton>
        )}
        <h1 className="line-clamp-2 min-w-min flex-1 py-0.5 ps-2 text-lg leading-5 font-bold wrap-break-word break-keep hyphens-auto max-[22rem]:ps-0 max-[22rem]:text-base">
          {quiet ? 'Fairtick' : title}
        </h1>
        {children}
        <ConnectionChip />
        {member && route?.name === 'home' && <Bell />}
        <IconButton label={t('language')} onClick={() => onOpen('language')}>
          <Globe aria-hidden size={20} />
        </IconButton>
        <IconButton label={t('preferences')} onClick={() => onOpen('preferences')}>
          <SlidersHorizontal aria-hidden size={20} />
        </IconButton>
      </div>
      {practice && <PracticeStrip />}
    </header>
  )
}
