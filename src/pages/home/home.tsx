import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import { NewsList } from '#features/articles/news-list.tsx'
import { NEWS } from '#features/articles/news.ts'
import { Highlights } from '#features/home/highlights.tsx'
import { MoreRows, Refreshing, VisitorHero } from '#features/home/home-parts.tsx'
import { VisitorWays } from '#features/home/ways.tsx'
import { Recommended } from '#features/market/recommended.tsx'
import { LogInOrRegister } from '#components/log-in-or-register.tsx'
import { PATHS } from '#lib/paths.ts'
import { laterSheet } from '#lib/later.tsx'
import { moreLinkLook } from '#ui/more-link.ts'
import { OwnHero, OwnOrders, OwnShortcuts } from './own-parts.tsx'

const Sheets = laterSheet(async () => (await import('./sheets.tsx')).HomeSheets)

/** All namespaces that any part of the page uses, loaded at once instead of part by part. */
const TEXTS = [
  'home',
  'products',
  'market',
  'orders',
  'user',
  'identity',
  'tabs',
  'common',
] as const
const NEWEST = 3

/** The home page: the user's assets, moving markets, recent orders, and what makes this app different. */
export function HomePage() {
  useTranslation(TEXTS)
  const loggedIn = useAtomValue(loggedInAtom)
  const [query, setQuery] = useSearchParams()
  // Kept out of the address, because a change of the address would lose the scroll position far down where the sheet is
  // opened.
  const [language, setLanguage] = useState(false)
  const [asked, setAsked] = useState(false)
  const open = query.get('open') === 'deposit' ? 'deposit' : language ? 'language' : null
  // The address may also change while the page is shown. The sheet stays loaded so that it can close.
  if (open !== null && !asked) setAsked(true)
  const show = (sheet: 'deposit' | 'language'): void => {
    if (sheet === 'language') setLanguage(true)
    else setQuery({ open: sheet }, { replace: true })
  }
  const close = (): void => {
    setLanguage(false)
    if (query.has('open')) setQuery({}, { replace: true })
  }
  return (
    <Refreshing>
      <div className="flex flex-col gap-6 px-4 pt-1 three:grid three:grid-cols-2 three:items-start three:[&>*]:min-w-0">
        <div className="flex flex-col gap-6">
          {loggedIn ? (
            <>
              <OwnHero onDeposit={() => show('deposit')} />
              <OwnShortcuts />
            </>
          ) : (
            <>
              <VisitorHero logIn={<LogInOrRegister side />} />
              <VisitorWays />
            </>
          )}
        </div>
        <div className="three:row-span-2">
          <Recommended />
        </div>
        {loggedIn && <OwnOrders />}
        <div className="three:col-span-2 three:row-start-3">
          <Highlights />
        </div>
        <News />
        <MoreRows onLanguage={() => show('language')} />
        {asked && <Sheets open={open} onClose={close} />}
      </div>
    </Refreshing>
  )
}

function News() {
  const { t } = useTranslation('home')
  return (
    <NewsList
      title={t('news.title')}
      items={NEWS.slice(0, NEWEST)}
      action={
        <Link to={PATHS.homeDetail} className={moreLinkLook}>
          {t('all')}
          <span className="sr-only"> {t('news.title')}</span>
          <ChevronRight aria-hidden size={16} />
        </Link>
      }
    />
  )
}
