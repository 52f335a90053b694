import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { WindowVirtualizer } from 'virtua'
import { productsAtom } from '#data/products.ts'
import type { Order } from '#contract/order.ts'
import { PositionCard } from '#features/orders/position-card.tsx'
import { streamsAtom, type View } from '#streams'

interface Props {
  orders: readonly Order[]
  view: View
  onOpen: (order: Order) => void
}

/** Four times per second, so that a countdown is never a whole second late. */
const TICK_MS = 250
/** Up to this number, all positions are mounted. */
const FEW = 10

/** The server's time, as often as countdowns need it. */
export function useCountingNow(): number {
  const streams = useAtomValue(streamsAtom)
  const [now, setNow] = useState(() => streams?.serverNow() ?? 0)
  useEffect(() => {
    if (streams === null) return
    const timer = setInterval(() => setNow(streams.serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [streams])
  return now
}

/** Only visible positions are mounted, and only those subscribe to prices. */
export function PositionList({ orders, view, onOpen }: Props) {
  const serverNow = useCountingNow()
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  const rows = orders.flatMap((order, at) => {
    const product = known.find((one) => one.symbol === order.symbol)
    if (product === undefined) return []
    return (
      <div
        role="listitem"
        aria-posinset={at + 1}
        aria-setsize={orders.length}
        key={order.id}
        className="tap-while-scrolling pb-2"
      >
        <PositionCard
          order={order}
          product={product}
          view={view}
          serverNow={serverNow}
          onOpen={onOpen}
        />
      </div>
    )
  })
  return (
    <div role="list">
      {rows.length > FEW ? <WindowVirtualizer>{rows}</WindowVirtualizer> : rows}
    </div>
  )
}
