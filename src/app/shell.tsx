import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createPath,
  Navigate,
  NavigationType,
  Outlet,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom'
import { appInfoAtom, loggedInAtom, replacedAtom } from '#api/session.ts'
import { Header } from '#app/header.tsx'
import { useTitleProduct } from '#app/title-product.ts'
import { type Route, ROUTES } from '#app/routes.ts'
import { TabBar } from '#app/tab-bar.tsx'
import { unreadBadge, unreadMessagesAtom } from '#features/messages/unread.ts'
import { canonicalPath } from '#lib/paths.ts'
import { frameLater } from '#lib/later.tsx'
import { pressedKeys } from '#app/page-data.ts'
import { type Panes, usePanes } from '#lib/use-panes.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { join } from '#ui/join.ts'

export type OpenSheet = 'language' | 'preferences' | null

const Sheets = frameLater(
  async () => (await import('#features/settings/sheets.tsx')).SettingsSheets,
)

/** Its code is loaded after the first picture. */
const part = (load: () => Promise<ComponentType>) => frameLater(() => whenIdle().then(load))
const Notices = part(async () => (await import('#app/later-parts.tsx')).Notices)
const PracticeWords = frameLater(async () => (await import('#app/later-parts.tsx')).PracticeWords)
const SideNav = frameLater(async () => (await import('#app/side-nav.tsx')).SideNav)
const Background = part(async () => (await import('#app/later-parts.tsx')).Background)

const Shortcuts = frameLater(
  async () => (await import('#features/shortcuts/shortcuts.tsx')).Shortcuts,
)

/** Beside the list of products, a product is part of the page of products. */
function routeAt(pathname: string, panes: Panes): Route | undefined {
  const route = ROUTES.find(({ path }) => path === pathname)
  return route?.trading === true && panes > 1 ? { ...route, tab: 'products' } : route
}

const FRAME = 'mx-auto flex min-h-dvh max-w-phone flex-col two:max-w-none'
/** The panes of the trading screen scroll, and the page does not. */
const PANES = 'two:h-dvh two:min-h-0'
const MAIN = 'flex min-h-0 flex-1 flex-col'
/** Lines stay readable on a large screen. Pages with columns or a table may be wider. */
const COLUMN = 'mx-auto w-full max-w-phone pb-4'
const WIDE = 'three:max-w-5xl'

/** The frame of every page. An address that is not in canonical form is rewritten first. */
export function Shell() {
  useMissedNavigation()
  const { pathname, search } = useLocation()
  const path = canonicalPath(pathname)
  return path === pathname ? <Frame /> : <Navigate replace to={{ pathname: path, search }} />
}

const MAX_KEPT = 50
const places = new Map<string, number>()

/** Navigating forward starts a page at its top; navigating back restores its scroll position. */
function useScrollMemory(): void {
  const { key } = useLocation()
  const how = useNavigationType()
  useEffect(() => {
    scrollTo(0, how === NavigationType.Pop ? (places.get(key) ?? 0) : 0)
    return () => {
      places.delete(key)
      places.set(key, scrollY)
      const oldest = places.keys().next().value
      if (places.size > MAX_KEPT && oldest !== undefined) places.delete(oldest)
    }
  }, [key, how])
}

/** The parts around every page: header, tab bar, notices and settings sheets. */
function Frame() {
  const { pathname } = useLocation()
  const panes = usePanes()
  const route = routeAt(pathname, panes)
  const inPanes = route?.trading === true && panes > 1
  const onTop = panes === 3 && route?.bare !== true
  const { t } = useTranslation(['tabs', 'common'])
  const product = useTitleProduct(route, panes)
  const title = product?.name ?? t(`tabs:pages.${route?.name ?? 'notFound'}`)
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  const [sheet, setSheet] = useState<OpenSheet>(null)
  const [asked, setAsked] = useState(false)
  const open = (which: OpenSheet): void => {
    setAsked(true)
    setSheet(which)
  }
  useScrollMemory()
  const unread = useAtomValue(unreadMessagesAtom)
  const isBeside = useAtomValue(loggedInAtom) && onTop && route?.own === true
  // Nothing that a page holds of one account may be shown to another one.
  const replaced = useAtomValue(replacedAtom)
  const named = `${unread > 0 ? `(${unreadBadge(unread)}) ` : ''}${title} · ${t('common:appName')}`
  useEffect(() => {
    document.title = named
  }, [named])
  return (
    <div className={join(FRAME, inPanes && PANES)}>
      <Header route={route} title={title} product={product} onOpen={open}>
        {onTop ? <TabBar top selected={route?.tab} /> : undefined}
      </Header>
      <Notices key={`notices ${replaced}`} />
      <div className={isBeside ? 'beside' : 'contents'}>
        {isBeside && <SideNav page={route.name} />}
        <main
          data-wide={route?.wide}
          className={join(MAIN, !inPanes && COLUMN, route?.wide === true && WIDE)}
        >
          {/* Their line is kept for the words, which are loaded later. */}
          {route?.money === true && (
            <div className={practice ? 'min-h-6' : undefined}>
              <PracticeWords />
            </div>
          )}
          <Outlet key={replaced} />
        </main>
      </div>
      {route?.tab !== undefined && !onTop && <TabBar selected={route.tab} />}
      <Keys />
      <Background key={replaced} />
      {asked && <Sheets open={sheet} onOpen={setSheet} />}
    </div>
  )
}

/** The first key that is pressed loads what listens to keys, so a phone never does. */
function Keys() {
  const pressed = pressedKeys()
  const [asked, ask] = useState(pressed.length > 0)
  useEffect(() => {
    const listen = (): void => ask(true)
    addEventListener('keydown', listen, { once: true })
    return () => removeEventListener('keydown', listen)
  }, [])
  return asked && <Shortcuts pressed={pressed} />
}

/**
 * Follows an address that changed while the app drew its first page. The first picture has links before the app runs,
 * and the router reads the address when it is first rendered, but listens for changes only once that is on the screen.
 */
export function useMissedNavigation(): void {
  const navigate = useNavigate()
  const shown = createPath(useLocation())
  const isChecked = useRef(false)
  useEffect(() => {
    if (isChecked.current) return
    isChecked.current = true
    const wanted = location.hash.slice(1)
    if (wanted !== '' && wanted !== shown) void navigate(wanted, { replace: true })
  }, [navigate, shown])
}
