import { call } from '#api/call.ts'
import { Loaded } from '#components/loaded.tsx'
import { getNews } from '#contract/endpoints/news.ts'
import type { NewsArticle as Article } from '#contract/news.ts'
import type { NewsId } from '#contract/scalars.ts'
import { useFetched } from '#data/use-fetched.ts'
import { ShareArticle } from '#components/share-article.tsx'
import type { Language } from '#i18n/languages.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { ReactNode } from 'react'

interface Props {
  id: NewsId
  language: Language
  /** In place of an article that is not published. */
  missing: ReactNode
}

/** One article of the news, with a button to share it. */
export function NewsArticle({ id, language, missing }: Props) {
  const { fetched, reload } = useFetched(() =>
    call(getNews, { params: { id }, query: { language } }),
  )
  if (fetched.status === 'failed' && fetched.error.kind === 'rejected') {
    if (fetched.error.code === 'not_found') return missing
  }
  return (
    <Loaded data={fetched} onRetry={reload}>
      {(article) => <Text article={article} />}
    </Loaded>
  )
}

/** Empty lines separate the paragraphs of a text. */
const paragraphsOf = (body: string): string[] => body.split(/\n\s*\n/)

function Text({ article }: { article: Article }) {
  const { title, body, language, publishedAt } = article
  const format = useFormat()
  return (
    <article aria-label={title} className="flex flex-col gap-6">
      <header className="flex max-w-prose flex-col gap-3">
        <h2 lang={language} className="text-figure font-bold text-balance wrap-anywhere">
          {title}
        </h2>
        <div className="flex items-center justify-between gap-3">
          <time
            dateTime={new Date(publishedAt).toISOString()}
            className="figures text-sm text-ink-3"
          >
            {format.dateTime(publishedAt)}
          </time>
          <ShareArticle title={title} />
        </div>
      </header>
      <div lang={language} className="flex max-w-prose flex-col gap-4">
        {paragraphsOf(body).map((text, at) => (
          <p key={at} className="leading-7 wrap-anywhere whitespace-pre-line text-ink-2">
            {text}
          </p>
        ))}
      </div>
    </article>
  )
}
