import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import { Highlights } from '#features/home/highlights.tsx'
import { NewestNews } from '#features/news/newest-news.tsx'
import { MoreRows, Refreshing, VisitorHero } from '#features/home/home-parts.tsx'
import { VisitorWays } from '#features/home/ways.tsx'
import { LogInOrRegister } from '#components/log-in-or-register.tsx'
import { laterSheet } from '#lib/later.tsx'
import { Markets, OwnHero, OwnMarkets, OwnShortcuts } from './own-parts.tsx'

const Sheets = laterSheet(async () => (await import('./sheets.tsx')).HomeSheets)

/** The home page: moving markets, with the user's assets and recent orders, or what makes this app different. */
export function HomePage() {
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
        {loggedIn ? <OwnMarkets /> : <Markets />}
        {!loggedIn && (
          <div className="three:col-span-2 three:row-start-3">
            <Highlights />
          </div>
        )}
        <NewestNews />
        <MoreRows onLanguage={() => show('language')} />
        {asked && <Sheets open={open} onClose={close} />}
      </div>
    </Refreshing>
  )
}
