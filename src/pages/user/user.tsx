import { useAtomValue } from 'jotai'
import { CircleUserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guestAtom, loggedInAtom } from '#api/session.ts'
import { AlertsEntry } from '#features/alerts/alerts-entry.tsx'
import { AccountRows, AppRows, GuestRows } from '#features/profile/account-rows.tsx'
import { AssetsCard } from '#features/profile/assets-card.tsx'
import { NicknameSheet } from '#features/profile/nickname-sheet.tsx'
import { OpeningCode } from '#features/profile/opening-code.tsx'
import { ProfileHead } from '#features/profile/profile-head.tsx'
import { ScoreSheet } from '#features/profile/score-sheet.tsx'
import { GuestCard } from '#features/session/guest-card.tsx'
import { HideAmounts } from '#features/session/hide-amounts.tsx'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { Visitor } from '#features/session/visitor.tsx'
import { creditScore } from '#rules/credit-score.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { frameLater } from '#lib/later.tsx'
import { topicAtom } from '#streams'
import { Notice } from '#ui/notice.tsx'

const ClosingBanner = frameLater(
  async () => (await import('#features/security/closing-banner.tsx')).ClosingBanner,
)

/** The personal centre: the user's profile and assets, and links to every page of the account. */
export function UserPage() {
  const loggedIn = useAtomValue(loggedInAtom)
  const guest = useAtomValue(guestAtom)
  const Shown = !loggedIn ? LoggedOut : guest ? Guest : LoggedIn
  return (
    <div className={PAGE}>
      <Shown />
    </div>
  )
}

function Guest() {
  return (
    <>
      <GuestCard />
      <AssetsCard eye={<HideAmounts className="-my-3" />} practice={<Practice />} guest />
      <GuestRows />
    </>
  )
}

/** Two columns on a large screen. */
const PAGE =
  'flex flex-col gap-5 px-4 pt-1 three:grid three:grid-cols-2 three:items-start three:[&>*]:min-w-0'
const PART = 'flex flex-col gap-5'

function LoggedOut() {
  const { t } = useTranslation('user')
  return (
    <>
      <Visitor icon={CircleUserRound} title={t('visitor.title')} hint={t('visitor.hint')} />
      <div className={PART}>
        <AppRows />
      </div>
    </>
  )
}

/**
 * Practice money while it is available. An account without any money also says when it is available again. Until that
 * is known there is no button, because most users have used theirs, and the page would move when it disappears.
 */
function Practice() {
  const balance = useAtomValue(topicAtom('balance'))
  if (!('value' in balance)) return null
  return <PracticeButton variant="quiet" next={balance.value.total === 0n} />
}

function LoggedIn() {
  return (
    <>
      <div className={PART}>
        <ClosingBanner />
        <Who />
        <AssetsCard eye={<HideAmounts className="-my-3" />} practice={<Practice />} />
        <OpeningCode />
      </div>
      <div className={PART}>
        <AccountRows alerts={<AlertsEntry />} />
      </div>
    </>
  )
}

function Who() {
  const { t } = useTranslation('user')
  const live = useAtomValue(topicAtom('profile'))
  const now = useServerNow()
  const [sheet, setSheet] = useState<'nickname' | 'score' | null>(null)
  const profile = 'value' in live ? live.value : null
  const score = profile === null ? null : creditScore(profile, now)
  const opened = (which: typeof sheet) => ({
    open: sheet === which,
    onClose: () => setSheet(null),
  })
  return (
    <>
      {live.status === 'failed' && <Notice tone="bad">{t('failed')}</Notice>}
      <ProfileHead
        profile={profile}
        score={score?.score ?? null}
        onNickname={() => setSheet('nickname')}
        onScore={() => setSheet('score')}
      />
      {profile !== null && <NicknameSheet {...opened('nickname')} nickname={profile.nickname} />}
      {score !== null && <ScoreSheet {...opened('score')} score={score} />}
    </>
  )
}
