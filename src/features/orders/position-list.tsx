import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { productsAtom } from '#api/products.ts'
import type { Order } from '#contract/order.ts'
import { PositionCard } from '#features/orders/position-card.tsx'
import { streamsAtom, type View } from '#streams'

interface Props {
  orders: readonly Order[]
  view: View
  onOpen: (order: Order) => void
}

/** Four times a second, so that a countdown never lags a whole second behind. */
const TICK_MS = 250

function useServerNow(): number {
  const streams = useAtomValue(streamsAtom)
  const [now, setNow] = useState(() => streams?.serverNow() ?? 0)
  useEffect(() => {
    if (streams === null) return
    const timer = setInterval(() => setNow(streams.serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [streams])
  return now
}

export function PositionList({ orders, view, onOpen }: Props) {
  const serverNow = useServerNow()
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  return (
    <ul className="flex flex-col gap-2">
      {orders.map((order) => {
        const product = known.find((one) => one.symbol === order.symbol)
        return product === undefined ? null : (
          <li key={order.id}>
            <PositionCard
              order={order}
              product={product}
              view={view}
              serverNow={serverNow}
              onOpen={onOpen}
            />
          </li>
        )
      })}
    </ul>
  )
}
