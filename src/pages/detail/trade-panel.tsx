import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useEffect, useRef, useState } from 'react'
import { loggedInAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { OrderStrip } from '#features/orders/strip/order-strip.tsx'
import { useWantedTicket } from '#features/orders/wanted-ticket.ts'
import { useGuestOffer } from '#features/session/guest-offer.tsx'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { useFirstTrade } from '#features/ticket/guide/guide-offer.ts'
import { SendOnce, SubmissionRow } from '#features/ticket/order-again.tsx'
import { OrderButtons } from '#features/ticket/order-buttons.tsx'
import { TicketPanel } from '#features/ticket/ticket-panel.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { usePrepareSigner } from '#features/ticket/use-signing.ts'
import { pickAtom } from '#features/ticket/use-ticket.ts'
import { fieldText } from '#forms/amounts.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { prepareSheets } from '#ui/prepare-sheets.ts'

/** `again`: the same order is placed without showing the ticket. */
type Ticket = 'closed' | 'open' | 'again'

/**
 * The user's orders, the order buttons and the ticket that opens in their place. The orders are above the buttons,
 * which never move.
 */
export function TradePanel({ product, beside }: { product: Product; beside: boolean }) {
  const loggedIn = useAtomValue(loggedInAtom)
  const [picked, setPicked] = useState<Direction>('up')
  const [ticket, setTicket] = useState<Ticket>('closed')
  const panel = useRef<HTMLDivElement>(null)
  const putIn = useSetAtom(pickAtom)
  const guest = useGuestOffer(() => setTicket('open'))
  const close = (): void => setTicket('closed')
  usePrepareSigner()
  useFirstTrade()
  useAcceptance(product.symbol, 'strip', close)
  useEffect(() => void whenIdle().then(prepareSheets), [])
  const pick = (direction: Direction): void => {
    putIn({ product, direction })
    setPicked(direction)
    if (loggedIn) setTicket('open')
    else guest.ask()
  }
  useWantedTicket(product.symbol, ({ direction, stake, durationMs, atOnce }) => {
    putIn({ product, direction, again: { amount: fieldText(stake), durationMs } })
    setPicked(direction)
    setTicket(atOnce ? 'again' : 'open')
  })
  const isOpen = ticket === 'open'
  useReturnedFocus(panel, isOpen, picked)
  return (
    <>
      <div ref={panel} className="sticky bottom-0 z-10 mt-auto min-w-0">
        {loggedIn && (
          <Suspense>
            <OrderStrip symbol={product.symbol} />
          </Suspense>
        )}
        {isOpen ? (
          <TicketPanel
            product={product}
            direction={picked}
            onClose={close}
            practiceMoney={<PracticeButton next />}
          />
        ) : (
          <>
            <SubmissionRow symbol={product.symbol} />
            <OrderButtons product={product} beside={beside} onPick={pick} />
          </>
        )}
        {ticket === 'again' && (
          <SendOnce
            product={product}
            direction={picked}
            onSent={close}
            onHindered={() => setTicket('open')}
          />
        )}
      </div>
      {guest.sheet}
    </>
  )
}

/** When the ticket closes, the focus returns to the button that opened it. */
function useReturnedFocus(
  panel: { current: HTMLElement | null },
  isOpen: boolean,
  direction: Direction,
): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const closed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (closed && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>(`[data-shortcut=${direction}]`)?.focus()
  }, [panel, isOpen, direction])
}
