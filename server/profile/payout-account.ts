/** Where a user's withdrawals go, as the other areas ask: what a withdrawal needs, and the owner's masked view. */
import { type PayoutAccount, payoutAccount } from '#contract/payout.ts'
import { selectCurrentPayout } from '#server/profile/profile-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** What a withdrawal writes down of it. */
export interface PayoutRow {
  id: bigint
  kind: PayoutAccount['kind']
  nationality: string
  holderMask: string
  /** The bank's name, or the currency. */
  bank: string
  numberMask: string
  addressMask: string | null
  setAt: number
  /** Until then withdrawals wait; null: no wait. It may be over. */
  heldUntil: number | null
}

/** Null: none is set yet. */
export async function currentPayout(tx: Queryable, userId: bigint): Promise<PayoutRow | null> {
  const row = await selectCurrentPayout(tx, userId)
  if (row === undefined) return null
  return {
    id: row.id,
    kind: row.kind,
    nationality: row.nationality,
    holderMask: row.holder_mask,
    bank: row.bank,
    numberMask: row.number_mask,
    addressMask: row.address_mask,
    setAt: Number(row.set_at),
    heldUntil: row.held_until === null ? null : Number(row.held_until),
  }
}

export async function payoutAccountOf(
  tx: Queryable,
  userId: bigint,
): Promise<PayoutAccount | null> {
  const current = await currentPayout(tx, userId)
  if (current === null) return null
  const { kind, nationality, holderMask, bank, numberMask, addressMask, setAt, heldUntil } = current
  return payoutAccount.parse({
    kind,
    holder: holderMask,
    nationality,
    bank,
    number: numberMask,
    address: addressMask,
    setAt,
    heldUntil,
  })
}
