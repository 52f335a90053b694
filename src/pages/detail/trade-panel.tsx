import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { OrderStrip } from '#features/orders/strip/order-strip.tsx'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { useFirstTrade } from '#features/ticket/guide/guide-offer.ts'
import { OrderButtons } from '#features/ticket/order-buttons.tsx'
import { TicketSheet } from '#features/ticket/ticket-sheet.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { usePrepared } from '#features/ticket/use-prepared.ts'
import { usePrepareSigner } from '#features/ticket/use-signing.ts'
import { pickAtom } from '#features/ticket/use-ticket.ts'
import { fieldText } from '#lib/amounts.ts'
import { loginPath } from '#lib/paths.ts'
import { type WantedTicket, wantedTicketAtom } from '#lib/wanted-ticket.ts'

/** Opens the ticket that another page or an earlier order asked for, once. */
function useWantedTicket(symbol: string, open: (wanted: WantedTicket) => void): void {
  const [wanted, setWanted] = useAtom(wantedTicketAtom)
  const take = useEffectEvent((ticket: WantedTicket) => {
    setWanted(null)
    open(ticket)
  })
  useEffect(() => {
    if (wanted?.symbol === symbol) take(wanted)
  }, [wanted, symbol])
}

/**
 * The user's orders, the order buttons and the sheet that they open. The orders are above the buttons, which never
 * move. A visitor is sent to log in and returns to this page.
 */
export function TradePanel({ product, beside }: { product: Product; beside: boolean }) {
  const loggedIn = useAtomValue(loggedInAtom)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [picked, setPicked] = useState<Direction | null>(null)
  const [open, setOpen] = useState(false)
  const putIn = useSetAtom(pickAtom)
  const prepared = usePrepared()
  usePrepareSigner()
  useFirstTrade()
  useAcceptance(product.symbol, () => setOpen(false))
  const show = (direction: Direction): void => {
    setPicked(direction)
    setOpen(true)
  }
  const pick = (direction: Direction): void => {
    if (!loggedIn) return void navigate(loginPath(pathname + search))
    putIn({ product, direction })
    show(direction)
  }
  useWantedTicket(product.symbol, ({ direction, stake, durationMs }) => {
    putIn({ product, direction, again: { amount: fieldText(stake), durationMs } })
    show(direction)
  })
  return (
    <>
      <div className="sticky bottom-0 z-10 mt-auto min-w-0">
        {loggedIn && (
          <Suspense>
            <OrderStrip symbol={product.symbol} />
          </Suspense>
        )}
        <OrderButtons product={product} beside={beside} onPick={pick} />
      </div>
      {(picked !== null || prepared !== 'absent') && (
        <TicketSheet
          product={product}
          direction={picked ?? 'up'}
          open={open}
          prepared={prepared === 'drawn'}
          onClose={() => setOpen(false)}
          practiceMoney={<PracticeButton />}
        />
      )}
    </>
  )
}
