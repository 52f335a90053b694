import { useTranslation } from 'react-i18next'
import { articleOf } from '#features/articles/article-text.ts'
import { PRIVACY, PRIVACY_CHANGED, PRIVACY_MORE } from '#features/articles/privacy-text.ts'
import { PROMISES } from '#features/articles/promises.ts'
import { useDayText } from '#i18n/day-text.ts'
import { Article } from '#ui/article.tsx'

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
