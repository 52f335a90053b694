/** How much and how often money may come and go, and what a payout costs; shown to users as terms. */
import type { FeeTerms } from '#contract/cashier.ts'

/** Amounts in minor units; `daily` counts by the UTC day, whatever became of the documents. */
export const DEPOSIT_LIMITS = {
  minimum: 1_000n,
  maximum: 5_000_000n,
  inReview: 5,
  daily: 10,
} as const
export const WITHDRAWAL_LIMITS = {
  minimum: 2_000n,
  maximum: 5_000_000n,
  inReview: 3,
  daily: 5,
} as const

export const WITHDRAWAL_FEES: Record<'bank_card' | 'currency_address', FeeTerms> = {
  bank_card: { rate: 50, minimum: 200n },
  currency_address: { rate: 20, minimum: 100n },
}
