import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { OrderButtons } from '#features/ticket/order-buttons.tsx'
import { TicketSheet } from '#features/ticket/ticket-sheet.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { loginPath } from '#lib/paths.ts'

/** The order buttons and the sheet they open; a visitor is sent to log in and comes back here. */
export function TradePanel({ product }: { product: Product }) {
  const loggedIn = useAtomValue(loggedInAtom)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [ticket, setTicket] = useState<{ direction: Direction; nth: number } | null>(null)
  const [open, setOpen] = useState(false)
  useAcceptance(product.symbol, () => setOpen(false))
  const pick = (direction: Direction): void => {
    if (!loggedIn) return void navigate(loginPath(pathname + search))
    setTicket((last) => ({ direction, nth: (last?.nth ?? 0) + 1 }))
    setOpen(true)
  }
  return (
    <>
      <OrderButtons product={product} onPick={pick} />
      {ticket !== null && (
        <TicketSheet
          key={ticket.nth}
          product={product}
          direction={ticket.direction}
          open={open}
          onClose={() => setOpen(false)}
          practiceMoney={<PracticeButton />}
        />
      )}
    </>
  )
}
