import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { appInfoAtom, loggedInAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { OrderButtons } from '#features/ticket/order-buttons.tsx'
import { TicketSheet } from '#features/ticket/ticket-sheet.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { usePrepareSigner } from '#features/ticket/use-signing.ts'
import { pickAtom } from '#features/ticket/use-ticket.ts'
import { loginPath } from '#lib/paths.ts'
import { retryLoad } from '#lib/retry-load.ts'

const GuestSheet = lazy(async () => {
  const file = await retryLoad(() => import('#features/session/guest-sheet.tsx'))
  return { default: file.GuestSheet }
})

/**
 * The order buttons and the sheet that they open. Visitors are asked first whether to try as a guest or to use an
 * account. Where no guests are taken, they are sent to log in and return to this page.
 */
export function TradePanel({ product, beside }: { product: Product; beside: boolean }) {
  const loggedIn = useAtomValue(loggedInAtom)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [picked, setPicked] = useState<Direction | null>(null)
  const [open, setOpen] = useState(false)
  const guests = useAtomValue(appInfoAtom)?.guests === true
  const [asked, setAsked] = useState(false)
  const [asking, setAsking] = useState(false)
  const putIn = useSetAtom(pickAtom)
  usePrepareSigner()
  useAcceptance(product.symbol, () => setOpen(false))
  const pick = (direction: Direction): void => {
    if (!loggedIn && !guests) return void navigate(loginPath(pathname + search))
    putIn({ product, direction })
    setPicked(direction)
    if (loggedIn) return setOpen(true)
    setAsked(true)
    setAsking(true)
  }
  const begin = (): void => {
    setAsking(false)
    setOpen(true)
  }
  return (
    <>
      <OrderButtons product={product} beside={beside} onPick={pick} />
      {asked && (
        <Suspense>
          <GuestSheet open={asking} onClose={() => setAsking(false)} onGuest={begin} />
        </Suspense>
      )}
      {picked !== null && loggedIn && (
        <TicketSheet
          product={product}
          direction={picked}
          open={open}
          onClose={() => setOpen(false)}
          practiceMoney={<PracticeButton next />}
        />
      )}
    </>
  )
}
