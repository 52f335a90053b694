import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { newsAtom } from '#features/news/news.ts'
import { languageOf } from '#i18n/setup.ts'
import { NewsRows } from '#features/news/news-rows.tsx'
import { PATHS } from '#lib/paths.ts'
import { moreLinkLook } from '#ui/more-link.ts'
import { Section } from '#ui/section.tsx'

const SHOWN = 3

/** The newest news on the home page. Nothing is shown as long as there are none. */
export function NewestNews() {
  const { t, i18n } = useTranslation('home')
  const news = useAtomValue(newsAtom(languageOf(i18n)))
  if (news.status !== 'ready' || news.value.items.length === 0) return null
  const { items } = news.value
  return (
    <Section
      strong
      title={t('news.title')}
      action={
        items.length > SHOWN && (
          <Link to={PATHS.homeDetail} className={moreLinkLook}>
            {t('news.all')}
          </Link>
        )
      }
    >
      <NewsRows items={items.slice(0, SHOWN)} />
    </Section>
  )
}
