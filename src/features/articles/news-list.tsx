import {
  Calculator,
  ChevronRight,
  FlaskConical,
  Flag,
  KeyRound,
  type LucideIcon,
  Scale,
  SearchCheck,
  SlidersHorizontal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { NewsId, NewsItem } from '#features/articles/news.ts'
import { useDayText } from '#i18n/day-text.ts'
import { newsPath } from '#lib/paths.ts'
import { Section } from '#ui/section.tsx'

const ICONS: Record<NewsId, LucideIcon> = {
  rule: Scale,
  result: Flag,
  check: SearchCheck,
  fund: Calculator,
  practice: FlaskConical,
  limits: SlidersHorizontal,
  password: KeyRound,
}

interface Props {
  title: string
  items: readonly NewsItem[]
  action?: ReactNode
}

/** A list of articles with their topics and dates. */
export function NewsList({ title, items, action }: Props) {
  return (
    <Section strong title={title} action={action}>
      <ul className="divide-y divide-line/60">
        {items.map((item, at) => (
          <li key={item.id}>
            <NewsRow item={item} dated={item.day !== items[at - 1]?.day} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** `dated` is set only for the first article of a day. */
function NewsRow({ item, dated }: { item: NewsItem; dated: boolean }) {
  const { t } = useTranslation('home')
  const days = useDayText()
  const Icon = ICONS[item.id]
  return (
    <Link
      to={newsPath(item.id)}
      className="flex items-start gap-3 px-4 py-3 -outline-offset-2 active:bg-sunken"
    >
      <span className="mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-xl bg-brand-soft text-brand-strong">
        <Icon aria-hidden size={18} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="font-semibold">{t(`news.items.${item.id}.title`)}</span>
        <span className="text-sm text-ink-2">{t(`news.items.${item.id}.lead`)}</span>
        {dated && (
          <time dateTime={item.day} className="figures mt-0.5 text-xs text-ink-3">
            {days.long(item.day)}
          </time>
        )}
      </span>
      <ChevronRight aria-hidden size={18} className="mt-2.5 shrink-0 text-ink-3" />
    </Link>
  )
}
