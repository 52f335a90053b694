import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type NewsId, newsId } from '#contract/scalars.ts'
import { HELP, helpIdIn } from '#features/articles/help.ts'
import { HelpArticle } from '#features/articles/help-article.tsx'
import { HelpList } from '#features/articles/help-list.tsx'
import { AllNews } from '#features/news/all-news.tsx'
import { NewsArticle } from '#features/news/news-article.tsx'
import { languageOf } from '#i18n/setup.ts'
import { Notice } from '#ui/notice.tsx'

/** An article of the news or of the help, by `?id=`; without it, the lists of both. */
export function HomeDetailPage() {
  const [query] = useSearchParams()
  const asked = query.get('id')
  const help = HELP.find((one) => one.id === helpIdIn(asked))
  const news = newsId.safeParse(asked).data
  if (help !== undefined) {
    return (
      <div className="flex flex-col gap-7 px-4 pt-2">
        <HelpArticle key={help.id} item={help} />
        <MoreHelp except={help.id} />
      </div>
    )
  }
  return news === undefined ? <Lists missing={asked !== null} /> : <News id={news} />
}

function News({ id }: { id: NewsId }) {
  const { t, i18n } = useTranslation('home')
  const language = languageOf(i18n)
  return (
    <div className="flex flex-col gap-7 px-4 pt-2">
      <NewsArticle
        key={`${id} ${language}`}
        id={id}
        language={language}
        missing={<Notice tone="info">{t('articles.missing')}</Notice>}
      />
      <AllNews title={t('news.others')} except={id} />
      <MoreHelp />
    </div>
  )
}

function MoreHelp({ except }: { except?: string }) {
  const { t } = useTranslation('home')
  const items = HELP.filter(({ id }) => id !== except)
  return <HelpList title={t(except === undefined ? 'help.title' : 'help.others')} items={items} />
}

function Lists({ missing }: { missing: boolean }) {
  const { t } = useTranslation('home')
  return (
    <div className="flex flex-col gap-7 px-4 pt-2">
      {missing && <Notice tone="info">{t('articles.missing')}</Notice>}
      <AllNews title={t('news.title')} />
      <MoreHelp />
    </div>
  )
}
