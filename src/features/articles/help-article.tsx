import { BookOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { articleOf } from '#features/articles/article-text.ts'
import type { HelpItem } from '#features/articles/help.ts'
import { ShareArticle } from '#components/share-article.tsx'
import { MAX_SPOT_AGE_MS } from '#rules/spot.ts'
import { Article } from '#ui/article.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

const SECONDS = MAX_SPOT_AGE_MS / 1_000

/** The values in the texts: a limit of the rule, and the names of pages in the app. */
function useHelpValues() {
  const { t } = useTranslation(['orders', 'fund', 'identity', 'proof'])
  return {
    seconds: SECONDS,
    closed: t('orders:tabs.settled'),
    check: t('fund:check.title'),
    checked: t('proof:title'),
    get: t('identity:practice.get'),
  }
}

/** One article of the help, with a button to share it. */
export function HelpArticle({ item }: { item: HelpItem }) {
  const { t } = useTranslation(['help', 'home'])
  const values = useHelpValues()
  const title = t(`home:help.items.${item.id}.title`)
  return (
    <article aria-label={title} className="flex flex-col gap-6">
      <header className="flex max-w-prose flex-col gap-3">
        <h2 className="text-figure font-bold text-balance">{title}</h2>
        <p className="text-lg leading-7 text-ink-2">{t(`home:help.items.${item.id}.lead`)}</p>
        <div>
          <ShareArticle title={title} />
        </div>
      </header>
      <Article sections={articleOf(item.sections, (key) => t(key, values))} contents={null} />
      <ReadOn item={item} />
    </article>
  )
}

function ReadOn({ item }: { item: HelpItem }) {
  const { t } = useTranslation(['home', 'tabs'])
  return (
    <Section strong title={t('home:help.readOn')}>
      <ul className="divide-y divide-line/60">
        {item.readOn.map(({ page, to }) => (
          <li key={to}>
            <Link to={to} className={navRowLook}>
              <NavRow icon={BookOpen} label={t(`tabs:pages.${page}`)} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
