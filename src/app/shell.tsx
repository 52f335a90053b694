import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Link,
  Navigate,
  NavigationType,
  Outlet,
  useLocation,
  useNavigationType,
} from 'react-router-dom'
import { appInfoAtom, memberAtom } from '#api/session.ts'
import { sessionEndedAtom } from '#app/session-ended.ts'
import { earlierAtom } from '#commands/commands.ts'
import { Header } from '#app/header.tsx'
import { LanguageOffer } from '#app/language-offer.tsx'
import { ROUTES, type Route } from '#app/routes.ts'
import { TabBar } from '#app/tab-bar.tsx'
import { unreadBadge, unreadMessagesAtom } from '#features/messages/unread.ts'
import { factorOfferDueAtom } from '#lib/factor-offer.ts'
import { newVersionAtom } from '#lib/new-version.ts'
import { canonicalPath, loginPath } from '#lib/paths.ts'
import { reachabilityAtom } from '#lib/reachability.ts'
import { closeToastAtom, toastsAtom } from '#lib/toasts.ts'
import { connectionAtom } from '#streams'
import { buttonLook, IconButton } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { Toasts } from '#ui/toast.tsx'

export type OpenSheet = 'language' | 'preferences' | null

const Sheets = lazy(async () => ({
  default: (await import('#features/settings/sheets.tsx')).SettingsSheets,
}))

const HistoryWatch = lazy(async () => ({
  default: (await import('#app/history-watch.tsx')).HistoryWatch,
}))

const ServiceNews = lazy(async () => ({
  default: (await import('#features/support/support-news.tsx')).SupportNews,
}))

const News = lazy(async () => ({
  default: (await import('#features/messages/message-news.tsx')).MessageNews,
}))

// Fetched soon after the start. If that fails there is no code to show the notices with, so nothing is shown.
const Reachability = lazy(() =>
  import('#app/reachability-notices.tsx')
    .then(({ ReachabilityNotices }) => ({ default: ReachabilityNotices }))
    .catch(() => ({ default: () => null })),
)

const Recovery = lazy(async () => ({
  default: (await import('#app/recovery.tsx')).Recovery,
}))

const FactorOffer = lazy(async () => ({
  default: (await import('#features/security/factor-offer.tsx')).FactorOffer,
}))

const Reminder = lazy(async () => ({
  default: (await import('#features/limits/session-reminder.tsx')).SessionReminder,
}))

const routeAt = (pathname: string): Route | undefined =>
  ROUTES.find((route) => route.path === pathname)

const FRAME = 'mx-auto flex min-h-dvh max-w-phone flex-col'
const WITH_STRIP = '[--spacing-header:calc(var(--spacing-bar)+var(--spacing-strip))]'

/** The frame of every page. An address that is not in canonical form is rewritten first. */
export function Shell() {
  const { pathname, search } = useLocation()
  const path = canonicalPath(pathname)
  return path === pathname ? <Frame /> : <Navigate replace to={{ pathname: path, search }} />
}

const MAX_KEPT = 50
const places = new Map<string, number>()

/** Navigating forward starts a page at its top; navigating back restores its scroll position. */
function useScrollMemory(): void {
  const { key } = useLocation()
  const how = useNavigationType()
  useEffect(() => {
    scrollTo(0, how === NavigationType.Pop ? (places.get(key) ?? 0) : 0)
    return () => {
      places.delete(key)
      places.set(key, scrollY)
      const oldest = places.keys().next().value
      if (places.size > MAX_KEPT && oldest !== undefined) places.delete(oldest)
    }
  }, [key, how])
}

function SessionEnded() {
  const [ended, setEnded] = useAtom(sessionEndedAtom)
  const { t } = useTranslation('common')
  const { pathname, search } = useLocation()
  if (!ended) return null
  const forget = (): void => setEnded(false)
  return (
    <aside
      role="alert"
      className="mx-3 mb-2 flex items-center gap-1 rounded-control bg-warn-soft ps-3 text-sm text-warn"
    >
      <p className="min-w-0 flex-1 py-2">{t('sessionEnded')}</p>
      <Link
        to={loginPath(pathname + search)}
        onClick={forget}
        className={buttonLook({ variant: 'quiet', size: 'sm' })}
      >
        {t('logIn')}
      </Link>
      <IconButton label={t('close')} onClick={forget}>
        <X aria-hidden size={18} />
      </IconButton>
    </aside>
  )
}

/** The parts around every page: header, practice strip, tab bar, notices and settings sheets. */
function Frame() {
  const { pathname } = useLocation()
  const route = routeAt(pathname)
  const { t } = useTranslation(['tabs', 'common'])
  const title = t(`tabs:pages.${route?.name ?? 'notFound'}`)
  const practice = useAtomValue(appInfoAtom)?.practice !== false && route?.money === true
  const [sheet, setSheet] = useState<OpenSheet>(null)
  const member = useAtomValue(memberAtom)
  const [asked, setAsked] = useState(false)
  const open = (which: OpenSheet): void => {
    setAsked(true)
    setSheet(which)
  }
  useScrollMemory()
  const unread = useAtomValue(unreadMessagesAtom)
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unreadBadge(unread)}) ` : ''}${title} · Fairtick`
  }, [title, unread])
  return (
    <div className={join(FRAME, practice && WITH_STRIP)}>
      <Header route={route} title={title} practice={practice} onOpen={open} />
      <LanguageOffer />
      <SessionEnded />
      <OfferedFactor />
      <Watched />
      <ReachOrVersion />
      <main className="flex min-h-0 flex-1 flex-col pb-4">
        <Outlet />
      </main>
      {route?.tab !== undefined && <TabBar />}
      <ShellToasts />
      <EarlierCommands />
      {member && (
        <Suspense>
          <News />
          <ServiceNews />
          <Reminder />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <Sheets open={sheet} onOpen={setSheet} />
        </Suspense>
      )}
    </div>
  )
}

/** The signed history is checked once prices are shown, because prices matter more. */
function Watched() {
  const isLive = useAtomValue(connectionAtom).status === 'live'
  const [wasLive, setWasLive] = useState(false)
  if (isLive && !wasLive) setWasLive(true)
  if (!wasLive) return null
  return (
    <Suspense>
      <HistoryWatch />
    </Suspense>
  )
}

/** Commands that an earlier page sent without receiving an answer. */
function EarlierCommands() {
  const earlier = useAtomValue(earlierAtom)
  const [asked, ask] = useState(false)
  if (earlier.length > 0 && !asked) ask(true)
  if (!asked) return null
  return (
    <Suspense>
      <Recovery earlier={earlier} />
    </Suspense>
  )
}

/** Its code is loaded only when it may be shown. */
function OfferedFactor() {
  const due = useAtomValue(factorOfferDueAtom)
  const member = useAtomValue(memberAtom)
  if (!due || !member) return null
  return (
    <Suspense>
      <FactorOffer />
    </Suspense>
  )
}

function ReachOrVersion() {
  const reachability = useAtomValue(reachabilityAtom)
  const version = useAtomValue(newVersionAtom)
  if (reachability === 'reached' && version === null) return null
  return (
    <Suspense>
      <Reachability />
    </Suspense>
  )
}

function ShellToasts() {
  const { t } = useTranslation('common')
  const toasts = useAtomValue(toastsAtom)
  const close = useSetAtom(closeToastAtom)
  return <Toasts toasts={toasts.slice(0, 1)} closeLabel={t('close')} onClose={close} />
}
