/** The payout account for other areas: what a withdrawal needs, and the user's masked view. */
import { type PayoutAccount, payoutAccount } from '#contract/payout.ts'
import { selectCurrentPayout } from '#server/profile/profile-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** What a withdrawal stores of the payout account. */
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
  /** Withdrawals are held until this time, which may be in the past. Null if there is no hold. */
  heldUntil: number | null
}

/** The current payout account. Null if none is set yet. */
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

/** The user's masked view of the payout account. */
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
