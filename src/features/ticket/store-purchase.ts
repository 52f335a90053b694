/** Stores the signed answer to an order on the device: its receipt, or the refusal. */
import { atom } from 'jotai/vanilla'
import { accountAtom } from '#api/session.ts'
import type { AcceptanceReceipt } from '#contract/order.ts'
import { type Purchase, storedReceiptsAtom } from '#device/receipts.ts'

export interface Bought extends Purchase {
  receipt: AcceptanceReceipt
  /** Only for a refusal: the order as this device had signed it. */
  intent?: string
}

export const keepPurchaseAtom = atom(null, async (get, _set, bought: Bought): Promise<void> => {
  const { receipt, intent, ...purchase } = bought
  if (get(accountAtom) !== purchase.account) return
  // A device that stores nothing compares nothing; the server still has the receipt.
  await get(storedReceiptsAtom)
    .keep(purchase, receipt, intent)
    .catch(() => undefined)
})
