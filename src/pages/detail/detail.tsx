import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { appInfoAtom, loggedInAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import type { ChartScreen } from '#features/chart/chart-toolbar.tsx'
import { MarketState } from '#features/market/market-state.tsx'
import { ReplayNote } from '#components/replay-note.tsx'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { ChartPanel } from './chart-panel.tsx'
import { DayStats } from './day-stats.tsx'
import { OpenPositions } from './open-positions.tsx'
import { BigPrice, PriceHeader } from './price-header.tsx'
import { ShownProduct } from './shown-product.tsx'
import { TradePanel } from './trade-panel.tsx'
import { useFullScreen } from './use-full-screen.ts'

/** The page of one product: its price, its chart, the user's positions on it, and the order buttons. */
export function DetailPage() {
  const [query] = useSearchParams()
  return <ShownProduct symbol={query.get('symbol') ?? ''} as={OwnPage} />
}

function OwnPage({ product }: { product: Product }) {
  return <Detail product={product} screen={useFullScreen()} />
}

interface DetailProps {
  product: Product
  screen: ChartScreen
  /** The user's orders below the chart, where there is room for more than the way to them. */
  orders?: ReactNode
}

/** The page as a phone shows it. The chart may take the whole screen. */
export function Detail({ product, screen, orders = <OpenPositions /> }: DetailProps) {
  const loggedIn = useAtomValue(loggedInAtom)
  return (
    <div
      data-full={screen.full || undefined}
      data-product-page
      className={screen.full ? FULL : `-mb-4 flex flex-1 flex-col gap-3 ${OWNED}`}
    >
      {screen.full ? null : <Above product={product} />}
      {screen.full ? null : (
        <div className="-my-2 px-4 empty:hidden trade:hidden">
          <VenuesLine product={product} />
        </div>
      )}
      <ChartPanel product={product} screen={screen} />
      {screen.full && <FullScreenSummary product={product} />}
      {loggedIn && !screen.full && orders}
      <TradePanel product={product} beside={screen.full} />
    </div>
  )
}

/**
 * While an order runs or is put together, the page belongs to it: all of it is in view, and the chart takes the height
 * that is left.
 */
const OWNED =
  'trade:gap-1 trade:[@media(min-height:30.01rem)]:flex-none trade:[@media(min-height:30.01rem)]:h-[calc(100dvh-var(--spacing-header)-env(safe-area-inset-top))]'

/** Covers the header. On its side, the chart has the left, and what belongs to it the right. */
const FULL =
  'safe-top fixed inset-0 z-30 flex flex-col bg-page landscape:grid landscape:grid-cols-[minmax(0,1fr)_11rem] landscape:grid-rows-[auto_minmax(0,1fr)] landscape:has-[[data-ticket]]:grid-cols-[minmax(0,1fr)_20rem] landscape:pr-[env(safe-area-inset-right)] landscape:pl-[env(safe-area-inset-left)]'

/** What is above the chart. */
function Above({ product }: { product: Product }) {
  return (
    <>
      <PriceHeader product={product} />
      <div className="contents trade:hidden">
        <Notes product={product} />
        <DayStats product={product} />
      </div>
    </>
  )
}

/** What must be known of the product's market. Each note has a line of its own, however wide the page is. */
export function Notes({ product }: { product: Product }) {
  return (
    <>
      <div className="px-4 empty:hidden">
        <MarketState productId={product.id} initial={product.session} replay={product.replay} />
      </div>
      <div className="px-4 empty:hidden">
        <ReplayNote product={product} />
      </div>
    </>
  )
}

/** What a page with prices must show, in the little room beside a chart that has the screen. */
function FullScreenSummary({ product }: { product: Product }) {
  const { t } = useTranslation('common')
  const info = useAtomValue(appInfoAtom)
  const name = useProductName()(product.symbol)
  return (
    <div className="flex min-w-0 items-center gap-x-3 px-3 landscape:flex-col landscape:items-start landscape:gap-1 landscape:pt-2">
      <h2 className="line-clamp-2 min-w-0 flex-1 text-sm font-semibold landscape:flex-none">
        {name}
      </h2>
      <BigPrice product={product} beside />
      {info?.practice !== false && (
        <p className="flex items-center gap-1 rounded-lg bg-info-soft px-1.5 py-0.5 text-xs text-info">
          <FlaskConical aria-hidden size={12} className="shrink-0" />
          {t('practice.badge')}
        </p>
      )}
    </div>
  )
}
