/** Limits of amounts and counts of deposits and withdrawals, and withdrawal fees. Users see them as terms. */
import type { FeeTerms } from '#contract/cashier.ts'

/** Limits of deposits. Amounts are in minor units; `daily` counts per UTC day, whatever the status of the documents. */
export const DEPOSIT_LIMITS = {
  minimum: 1_000n,
  maximum: 5_000_000n,
  inReview: 5,
  daily: 10,
} as const
/** Limits of withdrawals, in the same units. */
export const WITHDRAWAL_LIMITS = {
  minimum: 2_000n,
  maximum: 5_000_000n,
  inReview: 3,
  daily: 5,
} as const

/** Fees of withdrawals by destination. */
export const WITHDRAWAL_FEES: Record<'bank_card' | 'currency_address', FeeTerms> = {
  bank_card: { rate: 50, minimum: 200n },
  currency_address: { rate: 20, minimum: 100n },
}
