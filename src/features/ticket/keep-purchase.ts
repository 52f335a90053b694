/** Keeps the receipt of a purchase on the device; where only the order was heard of, it is asked for. */
import { atom } from 'jotai/vanilla'
import { call } from '#api/call.ts'
import { accountAtom } from '#api/session.ts'
import { getOrder } from '#contract/endpoints/trading.ts'
import type { AcceptanceReceipt } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'
import { keptReceiptsAtom } from '#lib/kept-receipts.ts'

export interface Bought {
  account: string
  id: OrderId
  receipt: AcceptanceReceipt | undefined
}

async function askFor(id: OrderId): Promise<AcceptanceReceipt | null> {
  const answer = await call(getOrder, { params: { id } })
  return answer.ok ? answer.value.receipt : null
}

export const keepPurchaseAtom = atom(null, async (get, _set, bought: Bought): Promise<void> => {
  const { account, id } = bought
  const receipt = bought.receipt ?? (await askFor(id))
  if (receipt === null || get(accountAtom) !== account) return
  // A device that keeps nothing compares nothing; the receipt stays with the server.
  await get(keptReceiptsAtom)
    .keep({ account, id }, receipt)
    .catch(() => undefined)
})
