import { useAtomValue } from 'jotai'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import type { Product } from '#contract/product.ts'
import { AsOf } from '#components/as-of.tsx'
import { OrderSheet } from '#features/orders/order-sheet.tsx'
import { PositionTable } from '#features/orders/position-table.tsx'
import { useOpenedOrder } from '#features/orders/use-opened-order.ts'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'
import { ChartPanel } from '../detail/chart-panel.tsx'
import { DayStats } from '../detail/day-stats.tsx'
import { Detail, Notes } from '../detail/detail.tsx'
import { PriceHeader } from '../detail/price-header.tsx'
import { useFullScreen } from '../detail/use-full-screen.ts'
import { PaneSplitter, POSITIONS_PANE, TICKET_PANE, useSize } from './panes.tsx'
import { SideTicket } from './side-ticket.tsx'

/** One product on a large screen: its chart above the open positions, and its ticket at the side. */
export function DeskProduct({ product }: { product: Product }) {
  const { t } = useTranslation(['trading', 'orders'])
  const loggedIn = useAtomValue(loggedInAtom)
  const screen = useFullScreen()
  const middle = useRef<HTMLElement>(null)
  const below = useRef<HTMLElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const positions = useSize('positions', middle, 3)
  const ticket = useSize('ticket', page, 3)
  if (screen.full) return <Detail product={product} screen={screen} />
  return (
    <div ref={page} className="flex min-w-0 flex-1">
      <section
        ref={middle}
        aria-label={t('trading:product')}
        className="@container flex min-w-0 flex-1 flex-col overflow-y-auto pt-1"
      >
        <div className="flex flex-col gap-2 pb-2 @xl:flex-row @xl:items-end @xl:[&>*]:flex-1">
          <PriceHeader product={product} />
          <DayStats product={product} />
        </div>
        <Notes product={product} />
        <div className="-my-2 px-4 empty:hidden">
          <VenuesLine product={product} />
        </div>
        <ChartPanel product={product} screen={screen} fill />
        {loggedIn && (
          <>
            <PaneSplitter pane="positions" limited={positions} />
            <section
              ref={below}
              id={POSITIONS_PANE}
              data-shortcut="pane"
              aria-label={t('orders:myPositions')}
              style={{ height: positions.value }}
              className="shrink-0 overflow-y-auto"
            >
              <AllPositions scroller={below} />
            </section>
          </>
        )}
      </section>
      <PaneSplitter pane="ticket" limited={ticket} />
      <aside
        id={TICKET_PANE}
        data-shortcut="pane"
        aria-label={t('trading:ticket')}
        style={{ width: ticket.value }}
        className="flex shrink-0 flex-col border-s border-line/60 bg-surface"
      >
        <SideTicket product={product} />
      </aside>
    </div>
  )
}

/** The user's open positions on all products, as a table. */
function AllPositions({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('orders')
  const positions = useAtomValue(topicAtom('positions'))
  const { show, sheet } = useOpenedOrder()
  const value = 'value' in positions ? positions.value : null
  return (
    <div className="@container flex flex-col">
      <div className="flex min-h-touch items-center justify-between px-4">
        <h2 className="font-semibold">
          {t('myPositions')}
          {value !== null && value.open.length > 0 && (
            <span className="figures font-normal text-ink-2"> {value.open.length}</span>
          )}
        </h2>
        <Link
          to={`${PATHS.orders}?tab=all`}
          className="inline-flex min-h-touch items-center text-sm text-brand-strong"
        >
          {t('tabs.all')}
        </Link>
      </div>
      <AsOf live={positions} className="px-4" />
      {value === null && positions.status === 'connecting' && <Skeleton className="h-20" />}
      {value !== null && value.open.length === 0 && (
        <p className="px-4 pb-2 text-sm text-ink-3">{t('empty.open')}</p>
      )}
      {value !== null && value.open.length > 0 && (
        <PositionTable orders={value.open} scroller={scroller} onOpen={show} />
      )}
      {sheet !== null && <OrderSheet {...sheet} />}
    </div>
  )
}
