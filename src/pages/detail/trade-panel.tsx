import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { useFirstTrade } from '#features/ticket/guide/guide-offer.ts'
import { OrderButtons } from '#features/ticket/order-buttons.tsx'
import { TicketSheet } from '#features/ticket/ticket-sheet.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { usePrepareSigner } from '#features/ticket/use-signing.ts'
import { pickAtom } from '#features/ticket/use-ticket.ts'
import { loginPath } from '#lib/paths.ts'

/** The order buttons and the sheet that they open. A visitor is sent to log in and returns to this page. */
export function TradePanel({ product, beside }: { product: Product; beside: boolean }) {
  const loggedIn = useAtomValue(loggedInAtom)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [picked, setPicked] = useState<Direction | null>(null)
  const [open, setOpen] = useState(false)
  const putIn = useSetAtom(pickAtom)
  usePrepareSigner()
  useFirstTrade()
  useAcceptance(product.symbol, () => setOpen(false))
  const pick = (direction: Direction): void => {
    if (!loggedIn) return void navigate(loginPath(pathname + search))
    putIn({ product, direction })
    setPicked(direction)
    setOpen(true)
  }
  return (
    <>
      <OrderButtons product={product} beside={beside} onPick={pick} />
      {picked !== null && (
        <TicketSheet
          product={product}
          direction={picked}
          open={open}
          onClose={() => setOpen(false)}
          practiceMoney={<PracticeButton />}
        />
      )}
    </>
  )
}
