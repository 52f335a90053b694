import { useAtomValue, useSetAtom } from 'jotai'
import { Bell as BellIcon, ChevronLeft, Globe, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { loggedInAtom, memberAtom } from '#api/session.ts'
import { ProductTitle, type TitleProduct } from '#features/market/product-title.tsx'
import type { Route } from '#app/routes.ts'
import type { OpenSheet } from '#app/shell.tsx'
import { StatusChip } from '#app/status-chip.tsx'
import { unreadMessagesAtom } from '#features/messages/unread.ts'
import { isFirstEntry } from '#app/page-data.ts'
import { headerPlaceAtom } from '#data/shown-product.ts'
import { frameLater } from '#lib/later.tsx'
import { PATHS } from '#lib/paths.ts'
import { IconButton } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

/** The link to the messages. It shows a dot while there are unread ones and gives their number to screen readers. */
function Bell() {
  const { t } = useTranslation('tabs')
  const count = useAtomValue(unreadMessagesAtom)
  const title = t('pages.messages')
  return (
    <Link
      to={PATHS.messages}
      aria-label={count > 0 ? `${title}, ${t('unread', { count })}` : title}
      className="relative inline-flex size-touch shrink-0 items-center justify-center rounded-full text-ink-2 active:bg-sunken"
    >
      <BellIcon aria-hidden size={20} />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute end-2.5 top-2.5 size-2.5 rounded-full border-2 border-page bg-danger"
        />
      )}
    </Link>
  )
}

const Balance = frameLater(
  async () => (await import('#components/header-balance.tsx')).HeaderBalance,
)

interface Props {
  route: Route | undefined
  title: string
  /** The product that is the title of its page. */
  product: TitleProduct | null
  onOpen: (sheet: OpenSheet) => void
  /** The main pages, on a large screen. */
  children?: ReactNode
}

const TITLE = 'ps-2 text-lg leading-5 font-bold max-[24rem]:ps-0 max-[24rem]:text-base'
const WORDS = 'line-clamp-2 py-0.5 wrap-break-word break-keep hyphens-auto'

/** Of the figures beside it, a long name leaves most of the line to them. */
const BESIDE = 'max-w-44 shrink-0 text-base leading-4.5'

/** On a large screen, each page begins with the app's name, which leads home. */
function Brand({ name }: { name: string }) {
  return (
    <Link
      to={PATHS.home}
      translate="no"
      className="flex min-h-touch shrink-0 items-center px-2 text-lg font-bold text-brand"
    >
      {name}
    </Link>
  )
}

/** The page puts the price and the figures of its product here. */
function ProductPlace() {
  const setPlace = useSetAtom(headerPlaceAtom)
  return <div ref={setPlace} className="@container min-w-0 flex-1" />
}

export function Header({ route, title, product, onOpen, children }: Props) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const member = useAtomValue(memberAtom)
  const loggedIn = useAtomValue(loggedInAtom)
  const { key } = useLocation()
  const back = (): void => {
    // The first entry of a visit has no previous page inside the app, so Back leads to the home page.
    if (key === 'default' && isFirstEntry()) void navigate(PATHS.home)
    else void navigate(-1)
  }
  const quiet = route?.bare === true
  // The list of products begins with it.
  const hasBalance = loggedIn && product !== null
  // Elsewhere the title needs the width, and the preferences offer the languages too.
  const hasLanguages =
    quiet ||
    (route?.tab !== undefined && product === null) ||
    (!loggedIn && route?.trading !== true)
  return (
    <header className="safe-top sticky top-0 z-20 bg-page">
      <div className="flex h-bar items-center gap-1 ps-2 pe-1">
        {children !== undefined && (
          <>
            <Brand name={t('appName')} />
            {children}
          </>
        )}
        {route?.tab === undefined && !quiet && (
          <IconButton label={t('back')} onClick={back}>
            <ChevronLeft aria-hidden size={24} />
          </IconButton>
        )}
        <h1
          className={join(
            TITLE,
            product === null ? `min-w-min flex-1 ${WORDS}` : children ? BESIDE : 'min-w-0 flex-1',
          )}
        >
          {product === null ? quiet ? t('appName') : title : <ProductTitle {...product} />}
        </h1>
        {product !== null && children !== undefined && <ProductPlace />}
        <div className="relative flex h-full shrink-0 flex-col items-end justify-center">
          {hasBalance && <Balance />}
          <StatusChip low={hasBalance} />
        </div>
        {member && route?.name === 'home' && <Bell />}
        {hasLanguages && (
          <IconButton
            label={t('language')}
            // Beside the way back, the title of a narrow phone needs the width.
            className={route?.tab === undefined && !quiet ? 'max-[26rem]:hidden' : undefined}
            onClick={() => onOpen('language')}
          >
            <Globe aria-hidden size={20} />
          </IconButton>
        )}
        <IconButton label={t('preferences')} onClick={() => onOpen('preferences')}>
          <SlidersHorizontal aria-hidden size={20} />
        </IconButton>
      </div>
    </header>
  )
}
