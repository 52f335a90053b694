import { useSetAtom } from 'jotai'
import { BookOpen, Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { articleOf } from '#features/articles/article-text.ts'
import type { NewsItem } from '#features/articles/news.ts'
import { useDayText } from '#i18n/day-text.ts'
import { copyText } from '#lib/copy-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { MAX_SPOT_AGE_MS } from '#rules/spot.ts'
import { Article } from '#ui/article.tsx'
import { Button } from '#ui/button.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

const SECONDS = MAX_SPOT_AGE_MS / 1_000

/** The values in the texts: a limit of the rule, and the names of pages in the app. */
function useNewsValues() {
  const { t } = useTranslation(['orders', 'fund', 'identity', 'proof'])
  return {
    seconds: SECONDS,
    closed: t('orders:tabs.settled'),
    check: t('fund:check.title'),
    checked: t('proof:title'),
    get: t('identity:practice.get'),
  }
}

/** Shares this page's address: through the device's share sheet if there is one, otherwise as a copied link. */
function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('home')
  const toast = useSetAtom(showToastAtom)
  const copy = async (): Promise<void> => {
    const copied = await copyText(location.href)
    toast(
      copied
        ? { tone: 'good', text: t('news.copied') }
        : { tone: 'bad', text: t('news.copyFailed') },
    )
  }
  const share = async (): Promise<void> => {
    if (typeof navigator.share !== 'function') return copy()
    try {
      await navigator.share({ title, url: location.href })
    } catch (reason) {
      // Closing the share sheet is not an error.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) await copy()
    }
  }
  return (
    <Button variant="secondary" size="sm" onClick={() => void share()}>
      <Share2 aria-hidden size={16} /> {t('news.share')}
    </Button>
  )
}

/** One article of the news, with a button to share it. */
export function NewsArticle({ item }: { item: NewsItem }) {
  const { t } = useTranslation(['news', 'home'])
  const days = useDayText()
  const values = useNewsValues()
  const title = t(`home:news.items.${item.id}.title`)
  return (
    <article aria-label={title} className="flex flex-col gap-6">
      <header className="flex max-w-prose flex-col gap-3">
        <h2 className="text-figure font-bold text-balance">{title}</h2>
        <p className="text-lg leading-7 text-ink-2">{t(`home:news.items.${item.id}.lead`)}</p>
        <div className="flex items-center justify-between gap-3">
          <time dateTime={item.day} className="figures text-sm text-ink-3">
            {days.long(item.day)}
          </time>
          <ShareButton title={title} />
        </div>
      </header>
      <Article sections={articleOf(item.sections, (key) => t(key, values))} contents={null} />
      <ReadOn item={item} />
    </article>
  )
}

function ReadOn({ item }: { item: NewsItem }) {
  const { t } = useTranslation(['home', 'tabs'])
  return (
    <Section strong title={t('home:news.readOn')}>
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
