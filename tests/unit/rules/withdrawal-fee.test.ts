import { describe, expect, it } from 'vitest'
import { lowestAmountFor, withdrawalFee } from '#rules/withdrawal-fee.ts'

const BANK = { rate: 50, minimum: 200n }

describe('the fee of a withdrawal', () => {
  it.each([
    // 0.50 % of 400.00 is 2.00 to the cent: up to there the minimum holds.
    [2_000n, 200n],
    [40_000n, 200n],
    [40_001n, 201n],
    [40_200n, 201n],
    [40_201n, 202n],
    [5_000_000n, 25_000n],
  ])('of %s cents is %s cents: the share rounded up, at least the minimum', (amount, fee) => {
    expect(withdrawalFee(amount, BANK)).toBe(fee)
  })

  it('is nothing where neither rate nor minimum asks for anything', () => {
    expect(withdrawalFee(12_345n, { rate: 0, minimum: 0n })).toBe(0n)
  })

  it('says from which amount on something arrives', () => {
    expect(lowestAmountFor(BANK)).toBe(201n)
    expect(lowestAmountFor({ rate: 0, minimum: 0n })).toBe(1n)
    expect(lowestAmountFor({ rate: 9_999, minimum: 0n })).toBe(10_000n)
    expect(lowestAmountFor({ rate: 10_000, minimum: 0n })).toBeNull()
  })
})
