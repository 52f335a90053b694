import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import type { Product } from '#contract/product.ts'
import { ChartPanel } from '../detail/chart-panel.tsx'
import { Detail, Notes } from '../detail/detail.tsx'
import { useFullScreen } from '../detail/use-full-screen.ts'
import { ProductLine } from './product-line.tsx'
import { DockPane } from './dock-pane.tsx'
import { SideTicket } from './side-ticket.tsx'
import { TicketPane } from './ticket-pane.tsx'
import { useDockBelowChart } from './window-room.ts'

/** One product on a large screen: its chart, and its ticket at the side. */
export function DeskProduct({ product }: { product: Product }) {
  const { t } = useTranslation('trading')
  const screen = useFullScreen()
  const middle = useRef<HTMLElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const dockBelow = useDockBelowChart()
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
        {dockBelow && <DockPane of={middle} />}
      </section>
      <TicketPane page={page}>
        <SideTicket product={product} />
      </TicketPane>
    </div>
  )
}
