import { useAtom } from 'jotai'
import { Globe, Info, LockKeyhole, type LucideIcon, Newspaper } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { productsAtom, sparklinesAtom } from '#data/products.ts'
import { LANGUAGES } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { PATHS } from '#lib/paths.ts'
import { Card } from '#ui/card.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Section } from '#ui/section.tsx'

/** Says in one sentence what the app is, for visitors. `logIn` contains the buttons to log in or register. */
export function VisitorHero({ logIn }: { logIn: ReactNode }) {
  const { t } = useTranslation('home')
  return (
    <Card className="flex flex-col gap-4 bg-[linear-gradient(to_bottom_right,var(--color-brand-soft),var(--color-surface)_70%)] py-5">
      <div className="flex flex-col gap-2">
        <h2 className="text-figure font-bold text-balance">{t('hero.title')}</h2>
        <p className="text-ink-2">{t('hero.lead')}</p>
      </div>
      {logIn}
    </Card>
  )
}

const PAGES: readonly { page: 'homeDetail' | 'about' | 'privacy'; icon: LucideIcon }[] = [
  { page: 'homeDetail', icon: Newspaper },
  { page: 'about', icon: Info },
  { page: 'privacy', icon: LockKeyhole },
]

/** Links to news and help and the pages about the makers and privacy, and the choice of language. */
export function MoreRows({ onLanguage }: { onLanguage: () => void }) {
  const { t, i18n } = useTranslation(['home', 'tabs', 'common'])
  return (
    <Section strong title={t('home:more')}>
      <ul className="divide-y divide-line/60">
        {PAGES.map(({ page, icon }) => (
          <li key={page}>
            <Link to={PATHS[page]} className={navRowLook}>
              <NavRow icon={icon} label={t(`tabs:pages.${page}`)} />
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={onLanguage} className={navRowLook}>
            <NavRow icon={Globe} label={t('common:language')} state={LANGUAGES[languageOf(i18n)]} />
          </button>
        </li>
      </ul>
    </Section>
  )
}

/** Pulling the home page down reads the products and their sparklines again. Everything else on it is live anyway. */
export function Refreshing({ children }: { children: ReactNode }) {
  const [products, reloadProducts] = useAtom(productsAtom)
  const [lines, reloadLines] = useAtom(sparklinesAtom)
  const refreshing = [products, lines].some((one) => one.status === 'ready' && one.refreshing)
  const refresh = (): void => {
    void reloadProducts()
    void reloadLines()
  }
  return (
    <PullToRefresh onRefresh={refresh} refreshing={refreshing}>
      {children}
    </PullToRefresh>
  )
}
