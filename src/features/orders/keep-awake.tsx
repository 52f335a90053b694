import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Order } from '#contract/order.ts'
import { awakeAtom, screenLockAtom } from '#device/awake.ts'
import { pageVisibleAtom } from '#device/page-visible.ts'
import { isFrozen, isOver } from '#features/orders/merge-orders.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom } from '#streams'

/** Counts down. The rule may decide an expired order much later, as after an outage. */
const runs = (order: Order, serverNow: number): boolean =>
  !isOver(order) && !isFrozen(order) && order.expiresAt > serverNow

/** Keeps the screen on while one of the orders runs and the page is visible, unless the user does not want it. */
export function KeepAwake({ orders }: { orders: readonly Order[] }) {
  const lock = useAtomValue(screenLockAtom)
  const isVisible = useAtomValue(pageVisibleAtom)
  const isWanted = useAtomValue(awakeAtom)
  useSeconds()
  // Zero while the server's clock is not known.
  const serverNow = useAtomValue(streamsAtom)?.serverNow() ?? 0
  const holds =
    isWanted && isVisible && serverNow > 0 && orders.some((order) => runs(order, serverNow))
  useEffect(() => (holds ? lock.hold() : undefined), [holds, lock])
  return null
}
