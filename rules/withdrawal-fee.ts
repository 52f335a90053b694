/** What a withdrawal costs: a share of its amount, rounded up to the cent, and at least the minimum. */
import type { FeeTerms } from '#contract/cashier.ts'

const BASIS = 10_000n

/** Minor units. Smaller than the amount for every amount from `lowestAmountFor(terms)` on. */
export function withdrawalFee(amount: bigint, { rate, minimum }: FeeTerms): bigint {
  const share = (amount * BigInt(rate) + BASIS - 1n) / BASIS
  return share > minimum ? share : minimum
}

/** The smallest amount of which something arrives; null: none, the rate takes everything. */
export function lowestAmountFor({ rate, minimum }: FeeTerms): bigint | null {
  if (BigInt(rate) >= BASIS) return null
  // Rounding up takes less than a cent more than the exact share: amount × (1 − rate) ≥ 1 cent is enough.
  const left = BASIS - BigInt(rate)
  const byRate = (BASIS + left - 1n) / left
  return byRate > minimum + 1n ? byRate : minimum + 1n
}
