import { ChevronRight } from 'lucide-react'
import type { NewsItem } from '#contract/news.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Link } from 'react-router-dom'
import { articlePath } from '#lib/paths.ts'

/** Articles of the news with their dates. */
export function NewsRows({ items }: { items: readonly NewsItem[] }) {
  const format = useFormat()
  return (
    <ul className="divide-y divide-line/60">
      {items.map(({ id, language, title, publishedAt }) => (
        <li key={id}>
          <Link
            to={articlePath(id)}
            className="flex items-center gap-3 px-4 py-3 -outline-offset-2 active:bg-sunken"
          >
            <span className="flex min-w-0 flex-1 flex-col gap-0.5">
              <span lang={language} className="font-semibold wrap-anywhere">
                {title}
              </span>
              <time
                dateTime={new Date(publishedAt).toISOString()}
                className="figures text-xs text-ink-3"
              >
                {format.date(publishedAt)}
              </time>
            </span>
            <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
