import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ChoicesContext, MAIN_CHOICES, SECOND_CHOICES } from '#features/chart/chart-choices.ts'
import { createHand, HandContext, MAIN_HAND } from '#features/chart/drawings/drawing-choices.ts'
import { createChartLink, LinkContext } from '#features/chart/host/chart-link.ts'
import { useProductName } from '#i18n/product-name.ts'
import { join } from '#ui/join.ts'
import { ShownProduct } from '../detail/shown-product.tsx'
import { DockPane } from './dock-pane.tsx'
import { HalfProduct, PlaceContext } from './half.tsx'
import { SyncButton } from './half-line.tsx'
import { SIDES, usePair } from './pair-state.ts'
import { SideTicket } from './side-ticket.tsx'
import { TicketPane } from './ticket-pane.tsx'
import { useDockBelowChart } from './window-room.ts'

const HANDS = { left: MAIN_HAND, right: createHand() }

/** Two products beside each other, and the ticket of the active one. `symbol` is the one that the address names. */
export function ProductPair({ symbol }: { symbol: string }) {
  const page = useRef<HTMLDivElement>(null)
  const middle = useRef<HTMLDivElement>(null)
  const dockBelow = useDockBelowChart()
  return (
    <div ref={page} className="flex min-w-0 flex-1">
      <div ref={middle} className="flex min-w-0 flex-1 flex-col">
        <Charts symbol={symbol} />
        {dockBelow && <DockPane of={middle} />}
      </div>
      <PairTicket symbol={symbol} page={page} />
    </div>
  )
}

function Charts({ symbol }: { symbol: string }) {
  const { shown, active, synced, activate, close, sync } = usePair(symbol)
  const [link] = useState(createChartLink)
  // Before the charts start, which look at once for what they have to show.
  useLayoutEffect(() => link.setOn(synced), [link, synced])
  const choices = { left: MAIN_CHOICES, right: synced ? MAIN_CHOICES : SECOND_CHOICES }
  return (
    <LinkContext value={link}>
      <div className="flex min-h-0 flex-1">
        {SIDES.map((side) => (
          <ChoicesContext key={side} value={choices[side]}>
            <HandContext value={HANDS[side]}>
              <PlaceContext
                value={{
                  side,
                  active: side === active,
                  onActivate: () => activate(side),
                  onClose: () => close(side),
                  aside: side === 'left' && <SyncButton synced={synced} onSync={sync} />,
                }}
              >
                {/* The control for keys and screen readers is the button in its line. */}
                <div
                  role="presentation"
                  data-active={side === active || undefined}
                  onClick={() => activate(side)}
                  className={join(
                    'flex min-w-0 flex-1 basis-0 flex-col',
                    side === 'right' && 'border-s border-line',
                  )}
                >
                  <ShownProduct symbol={shown[side]} as={HalfProduct} />
                </div>
              </PlaceContext>
            </HandContext>
          </ChoicesContext>
        ))}
      </div>
    </LinkContext>
  )
}

interface TicketProps {
  symbol: string
  page: RefObject<HTMLElement | null>
}

/** The ticket says to which of the two products it belongs. */
function PairTicket({ symbol, page }: TicketProps) {
  const name = useProductName()(symbol)
  return (
    <TicketPane page={page}>
      <p className="border-t-2 border-brand px-3 pt-2 font-semibold break-words">{name}</p>
      <ShownProduct symbol={symbol} as={SideTicket} />
    </TicketPane>
  )
}
