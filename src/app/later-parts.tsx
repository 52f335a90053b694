/** The parts of the frame that show nothing at first. They are loaded right after the start, and not before prices. */
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { loggedInAtom, memberAtom, sessionEndedAtom } from '#api/session.ts'
import { focusMain, keepFocus } from '#app/keep-focus.ts'
import { LanguageOffer } from '#app/language-offer.tsx'
import { SkipLinks } from '#app/skip-links.tsx'
import { earlierAtom } from '#commands/commands.ts'
import { factorOfferDueAtom } from '#api/factor-offer.ts'
import { newVersionAtom } from '#app/new-version.ts'
import { frameLater } from '#lib/later.tsx'
import { reachabilityAtom } from '#api/reachability.ts'
import { PracticeWords as Words } from '#components/practice-words.tsx'
import { closeToastAtom, toastsAtom } from '#notifications/toasts.ts'
import { connectionAtom } from '#streams'
import { adaptStyles } from '#ui/adapt.ts'
import { Toasts } from '#ui/toast.tsx'
import { loginPath } from '#lib/paths.ts'
import { usePanes } from '#lib/use-panes.ts'
import { buttonLook, IconButton } from '#ui/button.tsx'

adaptStyles()

const HistoryWatch = frameLater(async () => (await import('#app/history-watch.tsx')).HistoryWatch)

const DeletionsWatch = frameLater(
  async () => (await import('#app/deletions-watch.ts')).DeletionsWatch,
)

const ServiceNews = frameLater(
  async () => (await import('#features/support/support-news.tsx')).SupportNews,
)

const News = frameLater(
  async () => (await import('#features/messages/message-news.tsx')).MessageNews,
)

const SeenRecordsWatch = frameLater(
  async () => (await import('#app/seen-records-watch.ts')).SeenRecordsWatch,
)

const Reachability = frameLater(
  async () => (await import('#app/reachability-notices.tsx')).ReachabilityNotices,
)

const Recovery = frameLater(async () => (await import('#app/recovery.tsx')).Recovery)

const FactorOffer = frameLater(
  async () => (await import('#features/security/factor-offer.tsx')).FactorOffer,
)

const OwnRecovery = frameLater(
  async () => (await import('#features/recovery/recovery-notice.tsx')).RecoveryNotice,
)

const Reminder = frameLater(
  async () => (await import('#features/limits/session-reminder.tsx')).SessionReminder,
)

/** At the head of a page on which money moves, or which users take away. */
export const PracticeWords = () => <Words className="px-4 pb-2" />
const Tooltips = frameLater(async () => (await import('#ui/tooltips.ts')).Tooltips)

/** What is shown between the header and the page. */
export function Notices() {
  const member = useAtomValue(memberAtom)
  return (
    <>
      <SessionEnded />
      {member && <OwnRecovery />}
      <OfferedFactor />
      <Watched />
      <ReachOrVersion />
    </>
  )
}

/** What is shown above the page, or not at all. */
export function Background() {
  const loggedIn = useAtomValue(loggedInAtom)
  const member = useAtomValue(memberAtom)
  useKeptFocus()
  return (
    <>
      <SkipLinks />
      {/* A phone without a mouse does not load them. */}
      {matchMedia('(any-hover: hover)').matches && <Tooltips />}
      <ShellToasts />
      <EarlierCommands />
      {loggedIn && <SeenRecordsWatch />}
      {member && (
        <>
          <News />
          <ServiceNews />
          <Reminder />
        </>
      )}
    </>
  )
}

function useKeptFocus(): void {
  const { pathname } = useLocation()
  useEffect(() => keepFocus(), [])
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) focusMain()
    shown.current = pathname
  }, [pathname])
}

/** The signed history is checked once prices are shown, because prices matter more. */
function Watched() {
  const isLive = useAtomValue(connectionAtom).status === 'live'
  const [wasLive, setWasLive] = useState(false)
  if (isLive && !wasLive) setWasLive(true)
  if (!wasLive) return null
  return (
    <>
      <HistoryWatch />
      <DeletionsWatch />
    </>
  )
}

/** Commands that an earlier page sent without receiving an answer. */
function EarlierCommands() {
  const earlier = useAtomValue(earlierAtom)
  const [asked, ask] = useState(false)
  if (earlier.length > 0 && !asked) ask(true)
  if (!asked) return null
  return <Recovery earlier={earlier} />
}

/** Its code is loaded only when it may be shown. */
function OfferedFactor() {
  const due = useAtomValue(factorOfferDueAtom)
  const member = useAtomValue(memberAtom)
  if (!due || !member) return null
  return <FactorOffer />
}

function ReachOrVersion() {
  const reachability = useAtomValue(reachabilityAtom)
  const version = useAtomValue(newVersionAtom)
  const isPolled = 'polled' in useAtomValue(connectionAtom)
  if (reachability === 'reached' && version === null && !isPolled) return null
  return <Reachability />
}

/** On a large screen those that wait are shown below the first one. */
const STACKED = 3

function ShellToasts() {
  const toasts = useAtomValue(toastsAtom)
  const close = useSetAtom(closeToastAtom)
  const panes = usePanes()
  return (
    <>
      <Toasts toasts={toasts.slice(0, panes > 1 ? STACKED : 1)} onClose={close} />
      <LanguageOffer />
    </>
  )
}

/** Says that the log-in has ended, with the way to log in again. */
function SessionEnded() {
  const [ended, setEnded] = useAtom(sessionEndedAtom)
  const { t } = useTranslation('common')
  const { pathname, search } = useLocation()
  if (!ended) return null
  const forget = (): void => setEnded(false)
  return (
    <div
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
    </div>
  )
}
