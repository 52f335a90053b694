import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lowestAmountFor, withdrawalFee } from '#rules/withdrawal-fee.ts'
import { WITHDRAWAL_FEES, WITHDRAWAL_LIMITS } from '#server/cashier/limits.ts'

const terms = fc.record({
  rate: fc.integer({ min: 0, max: 9_999 }),
  minimum: fc.bigInt({ min: 0n, max: 10_000n }),
})
const amount = fc.bigInt({ min: 1n, max: 10n ** 14n })

it('the fee is the smallest whole cent that is no less than the share and the minimum', () => {
  fc.assert(
    fc.property(amount, terms, (of, { rate, minimum }) => {
      const fee = withdrawalFee(of, { rate, minimum })
      const enough = (cents: bigint): boolean =>
        cents >= minimum && cents * 10_000n >= of * BigInt(rate)
      expect(enough(fee)).toBe(true)
      expect(fee === 0n || !enough(fee - 1n)).toBe(true)
    }),
  )
})

it('something arrives from the lowest amount on, and nothing below the minimum', () => {
  fc.assert(
    fc.property(terms, fc.bigInt({ min: 0n, max: 10n ** 9n }), (fee, more) => {
      const lowest = lowestAmountFor(fee) ?? 0n
      expect(withdrawalFee(lowest + more, fee)).toBeLessThan(lowest + more)
      expect(fee.minimum === 0n || withdrawalFee(fee.minimum, fee) >= fee.minimum).toBe(true)
    }),
  )
})

it('leaves something of every withdrawal that the house takes', () => {
  for (const fee of Object.values(WITHDRAWAL_FEES)) {
    expect(lowestAmountFor(fee) ?? 0n).toBeLessThanOrEqual(WITHDRAWAL_LIMITS.minimum)
  }
})
