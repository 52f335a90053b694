import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { accountAtom } from '#api/session.ts'
import type { AcceptanceReceipt } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'
import { type KeptPurchase, keptReceiptsAtom } from '#lib/kept-receipts.ts'

interface Held {
  kept: KeptPurchase | null
  /** Whether the server shows the same as is stored. */
  isSame: boolean
}

/**
 * The purchase as this device stored it. A purchase that it did not know is stored now. Null when it is not known
 * (yet).
 */
export function useKeptPurchase(id: OrderId, shown: AcceptanceReceipt | null): Held | null {
  const account = useAtomValue(accountAtom)
  const purchases = useAtomValue(keptReceiptsAtom)
  const [held, setHeld] = useState<Held | null>(null)
  useEffect(() => {
    let left = false
    const look = async (purchase: { account: string; id: OrderId }): Promise<void> => {
      const isSame = shown === null || (await purchases.keep(purchase, shown))
      const kept = await purchases.find(purchase)
      if (!left) setHeld({ kept, isSame })
    }
    // A device that stores nothing compares nothing.
    if (account !== null) void look({ account, id }).catch(() => undefined)
    return () => {
      left = true
    }
  }, [account, id, purchases, shown])
  return held
}
