import { useAtomValue } from 'jotai'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loggedInAtom } from '#api/session.ts'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import type { Product } from '#contract/product.ts'
import { useDock } from '#features/orders/dock/dock-state.ts'
import { PositionDock } from '#features/orders/dock/position-dock.tsx'
import { useResultToasts } from '#features/orders/use-results.ts'
import { ChartPanel } from '../detail/chart-panel.tsx'
import { Detail, Notes } from '../detail/detail.tsx'
import { useFullScreen } from '../detail/use-full-screen.ts'
import { ProductLine } from './product-line.tsx'
import { PaneSplitter, POSITIONS_PANE, TICKET_PANE, useSize } from './panes.tsx'
import { SideTicket } from './side-ticket.tsx'

/** One product on a large screen: its chart above the open positions, and its ticket at the side. */
export function DeskProduct({ product }: { product: Product }) {
  const { t } = useTranslation('trading')
  const loggedIn = useAtomValue(loggedInAtom)
  const screen = useFullScreen()
  const middle = useRef<HTMLElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const ticket = useSize('ticket', page, 3)
  if (screen.full) return <Detail product={product} screen={screen} />
  return (
    <div ref={page} className="flex min-w-0 flex-1">
      <section
        ref={middle}
        aria-label={t('product')}
        className="@container flex min-w-0 flex-1 flex-col overflow-y-auto"
      >
        <ProductLine product={product} />
        <Notes product={product} />
        <div className="-my-2 px-4 empty:hidden">
          <VenuesLine product={product} />
        </div>
        <ChartPanel product={product} screen={screen} fill />
        {loggedIn && <DockPane of={middle} />}
      </section>
      <PaneSplitter pane="ticket" limited={ticket} />
      <aside
        id={TICKET_PANE}
        data-shortcut="pane"
        aria-label={t('ticket')}
        style={{ width: ticket.value }}
        className="flex shrink-0 flex-col border-s border-line/60 bg-surface"
      >
        <SideTicket product={product} />
      </aside>
    </div>
  )
}

/** The user's orders below the chart. Folded, only their tabs are there. */
function DockPane({ of }: { of: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('orders')
  const dock = useDock()
  const height = useSize('positions', of, 3)
  useResultToasts()
  return (
    <>
      {!dock.folded && <PaneSplitter pane="positions" limited={height} />}
      <section
        id={POSITIONS_PANE}
        data-shortcut="pane"
        aria-label={t('myPositions')}
        style={dock.folded ? undefined : { height: height.value }}
        className="flex shrink-0 flex-col"
      >
        <PositionDock dock={dock} />
      </section>
    </>
  )
}
