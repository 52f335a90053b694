import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { accountAtom } from '#api/session.ts'
import type { AcceptanceReceipt } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'
import { type KeptPurchase, keptReceiptsAtom } from '#lib/kept-receipts.ts'

interface Held {
  kept: KeptPurchase | null
  /** Whether what the server shows is what is kept. */
  isSame: boolean
}

/** What this device keeps of a purchase; one it did not know of yet is kept from now on. Null: not known (yet). */
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
    // A device that keeps nothing compares nothing.
    if (account !== null) void look({ account, id }).catch(() => undefined)
    return () => {
      left = true
    }
  }, [account, id, purchases, shown])
  return held
}
