import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { NEWS, newsIdIn } from '#features/articles/news.ts'
import { NewsArticle } from '#features/articles/news-article.tsx'
import { NewsList } from '#features/articles/news-list.tsx'
import { Notice } from '#ui/notice.tsx'

/** One article of the news, by `?id=`; without it, the list of articles. */
export function HomeDetailPage() {
  const [query] = useSearchParams()
  const asked = query.get('id')
  const id = newsIdIn(asked)
  const item = NEWS.find((one) => one.id === id)
  if (item === undefined) return <AllNews missing={asked !== null} />
  return (
    <div className="flex flex-col gap-7 px-4 pt-2">
      <NewsArticle key={item.id} item={item} />
      <Others id={item.id} />
    </div>
  )
}

function Others({ id }: { id: string }) {
  const { t } = useTranslation('home')
  return <NewsList title={t('news.others')} items={NEWS.filter((one) => one.id !== id)} />
}

function AllNews({ missing }: { missing: boolean }) {
  const { t } = useTranslation('home')
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      {missing && <Notice tone="info">{t('news.missing')}</Notice>}
      <NewsList title={t('news.all')} items={NEWS} />
    </div>
  )
}
