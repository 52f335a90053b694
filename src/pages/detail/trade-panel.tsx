import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useState } from 'react'
import { loggedInAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { OrderStrip } from '#features/orders/strip/order-strip.tsx'
import { useGuestOffer } from '#features/session/guest-offer.tsx'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { useFirstTrade } from '#features/ticket/guide/guide-offer.ts'
import { OrderButtons } from '#features/ticket/order-buttons.tsx'
import { TicketSheet } from '#features/ticket/ticket-sheet.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { usePrepared } from '#features/ticket/use-prepared.ts'
import { usePrepareSigner } from '#features/ticket/use-signing.ts'
import { pickAtom } from '#features/ticket/use-ticket.ts'
import { fieldText } from '#forms/amounts.ts'
import { useWantedTicket } from '#features/orders/wanted-ticket.ts'

/**
 * The user's orders, the order buttons and the sheet that they open. The orders are above the buttons, which never
 * move.
 */
export function TradePanel({ product, beside }: { product: Product; beside: boolean }) {
  const loggedIn = useAtomValue(loggedInAtom)
  const [picked, setPicked] = useState<Direction | null>(null)
  const [open, setOpen] = useState(false)
  const putIn = useSetAtom(pickAtom)
  const prepared = usePrepared()
  const guest = useGuestOffer(() => setOpen(true))
  usePrepareSigner()
  useFirstTrade()
  useAcceptance(product.symbol, () => setOpen(false))
  const pick = (direction: Direction): void => {
    putIn({ product, direction })
    setPicked(direction)
    if (loggedIn) setOpen(true)
    else guest.ask()
  }
  useWantedTicket(product.symbol, ({ direction, stake, durationMs }) => {
    putIn({ product, direction, again: { amount: fieldText(stake), durationMs } })
    setPicked(direction)
    setOpen(true)
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
      {guest.sheet}
      {(loggedIn ? picked !== null || prepared !== 'absent' : open) && (
        <TicketSheet
          product={product}
          direction={picked ?? 'up'}
          open={open}
          prepared={prepared === 'drawn'}
          onClose={() => setOpen(false)}
          practiceMoney={<PracticeButton next />}
        />
      )}
    </>
  )
}
