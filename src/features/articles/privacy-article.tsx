import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { useTranslation } from 'react-i18next'
import { PUSH_DEVICES_MAX } from '#contract/push.ts'
import { RETENTION_MS } from '#contract/retention.ts'
import { RECOVERY_PICTURES_KEPT_MS } from '#contract/recovery.ts'
import { PHOTO_ORPHAN_MS, PHOTO_RETENTION_MS, PICTURE_DAYS } from '#contract/verification.ts'
import { articleOf } from '#features/articles/article-text.ts'
import { PRIVACY, PRIVACY_CHANGED, PRIVACY_MORE } from '#features/articles/privacy-text.ts'
import { useDayText } from '#i18n/day-text.ts'
import { Article } from '#ui/article.tsx'

/** The times and counts in the privacy policy. A test checks that they match what the server enforces. */
export const PROMISES = {
  photoDays: PHOTO_RETENTION_MS / DAY_MS,
  recoveryDays: RECOVERY_PICTURES_KEPT_MS / DAY_MS,
  /** The default; an operator of a server can set another time. */
  pictureDays: PICTURE_DAYS,
  orphanHours: PHOTO_ORPHAN_MS / HOUR_MS,
  /** The hold on withdrawals after the withdrawal account was changed. */
  holdHours: 48,
  /** A session ends this many days after its last use. */
  sessionDays: 30,
  /** The maximum age of a session, however often it is used. */
  sessionMaxDays: 90,
  logInDays: 180,
  /** After a session has ended, its address and browser are kept for this long. */
  endedDays: RETENTION_MS.sessions / DAY_MS,
  answerDays: RETENTION_MS.answers / DAY_MS,
  eventDays: RETENTION_MS.outbox / DAY_MS,
  reportDays: RETENTION_MS.reports / DAY_MS,
  noticeDays: RETENTION_MS.outlet / DAY_MS,
  pushDevices: PUSH_DEVICES_MAX,
} as const

/** The values in the policy's texts: times, and the names of pages in the app. */
function usePrivacyValues() {
  const { t } = useTranslation(['tabs', 'records', 'places'])
  return {
    ...PROMISES,
    records: t('tabs:pages.fundRecords'),
    acts: t('records:tabs.acts'),
    everything: t('records:tabs.everything'),
    choose: t('tabs:pages.chooseLocation'),
    openMap: t('places:office.openMap'),
    openSite: t('places:office.openSite'),
  }
}

/** One of the two pages of the privacy policy. */
export function PrivacyArticle({ part }: { part: 'first' | 'more' }) {
  const { t } = useTranslation('privacy')
  const days = useDayText()
  const values = usePrivacyValues()
  const sections = articleOf(part === 'first' ? PRIVACY : PRIVACY_MORE, (key) => t(key, values))
  return (
    <>
      <header className="flex max-w-prose flex-col gap-2">
        <p className="leading-7 text-ink">{t(part === 'first' ? 'lead' : 'leadMore')}</p>
        <p className="text-sm text-ink-3">{t('changed', { date: days.long(PRIVACY_CHANGED) })}</p>
      </header>
      <Article sections={sections} contents={t('contents')} />
    </>
  )
}
