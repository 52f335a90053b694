/** The parts of the frame that show nothing at first. They are loaded right after the start, and not before prices. */
import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { memberAtom } from '#api/session.ts'
import { LanguageOffer } from '#app/language-offer.tsx'
import { earlierAtom } from '#commands/commands.ts'
import { factorOfferDueAtom } from '#lib/factor-offer.ts'
import { newVersionAtom } from '#lib/new-version.ts'
import { reachabilityAtom } from '#lib/reachability.ts'
import { closeToastAtom, toastsAtom } from '#lib/toasts.ts'
import { connectionAtom } from '#streams'
import { Toasts } from '#ui/toast.tsx'

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

/** What is shown between the header and the page. */
export function Notices() {
  return (
    <>
      <OfferedFactor />
      <Watched />
      <ReachOrVersion />
    </>
  )
}

/** What is shown above the page, or not at all. */
export function Background() {
  const member = useAtomValue(memberAtom)
  return (
    <>
      <ShellToasts />
      <EarlierCommands />
      {member && (
        <Suspense>
          <News />
          <ServiceNews />
          <Reminder />
        </Suspense>
      )}
    </>
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
  return (
    <Toasts toasts={toasts.slice(0, 1)} closeLabel={t('close')} onClose={close}>
      <LanguageOffer />
    </Toasts>
  )
}
