import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loggedInAtom } from '#api/session.ts'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import type { Product } from '#contract/product.ts'
import { ChartPanel } from '../detail/chart-panel.tsx'
import { DayStats } from '../detail/day-stats.tsx'
import { Detail, Notes } from '../detail/detail.tsx'
import { PriceHeader } from '../detail/price-header.tsx'
import { useFullScreen } from '../detail/use-full-screen.ts'
import { AllPositions } from './all-positions.tsx'
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
