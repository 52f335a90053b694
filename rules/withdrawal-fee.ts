/** The fee of a withdrawal: a share of its amount, rounded up to the cent, and at least the minimum. */
import type { FeeTerms } from '#contract/cashier.ts'

const BASIS = 10_000n

/** The fee in minor units. It is lower than the amount for every amount of at least `lowestAmountFor(terms)`. */
export function withdrawalFee(amount: bigint, { rate, minimum }: FeeTerms): bigint {
  const share = (amount * BigInt(rate) + BASIS - 1n) / BASIS
  return share > minimum ? share : minimum
}

/** The smallest amount, in minor units, that exceeds its fee; null if the rate takes everything. */
export function lowestAmountFor({ rate, minimum }: FeeTerms): bigint | null {
  if (BigInt(rate) >= BASIS) return null
  // Rounding up adds less than a cent, so amount × (1 − rate) ≥ 1 cent is enough.
  const left = BASIS - BigInt(rate)
  const byRate = (BASIS + left - 1n) / left
  return byRate > minimum + 1n ? byRate : minimum + 1n
}
