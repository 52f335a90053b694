/** Stores the receipt of a purchase on the device. */
import { atom } from 'jotai/vanilla'
import { accountAtom } from '#api/session.ts'
import type { AcceptanceReceipt } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'
import { storedReceiptsAtom } from '#lib/stored-receipts.ts'

export interface Bought {
  account: string
  id: OrderId
  receipt: AcceptanceReceipt
}

export const keepPurchaseAtom = atom(null, async (get, _set, bought: Bought): Promise<void> => {
  const { account, id, receipt } = bought
  if (get(accountAtom) !== account) return
  // A device that stores nothing compares nothing; the server still has the receipt.
  await get(storedReceiptsAtom)
    .keep({ account, id }, receipt)
    .catch(() => undefined)
})
