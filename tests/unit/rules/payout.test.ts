import { expect, it } from 'vitest'
import { breakEvenRate, payoutOf, profitOf, quoteTerms } from '#rules/payout.ts'

it('floors the profit, and returns stake plus profit on a win', () => {
  expect(profitOf(10_000n, 8500)).toBe(8500n)
  expect(profitOf(1n, 9999)).toBe(0n)
  expect(profitOf(333n, 8500)).toBe(283n)
  expect(payoutOf(333n, 8500)).toBe(616n)
})

it('rounds the break-even share of wins up', () => {
  expect(breakEvenRate(10_000n, 10_000)).toBe(5000)
  expect(breakEvenRate(10_000n, 8500)).toBe(5406)
  expect(breakEvenRate(10_000n, 0)).toBe(10_000)
})

it('works the break-even share out from the payout as it is paid, floored', () => {
  // 1.13 at 84 % pays 2.07, not 2.0792.
  expect(quoteTerms(113n, 8400)).toMatchObject({ payout: 207n, breakEvenRate: 5459 })
  expect(breakEvenRate(1n, 9999)).toBe(10_000)
})

it('says what the last tap would agree to', () => {
  expect(quoteTerms(10_000n, 8500)).toEqual({
    payout: 18_500n,
    profit: 8500n,
    loss: 10_000n,
    breakEvenRate: 5406,
  })
})

it('refuses stakes and rates that cannot be', () => {
  expect(() => profitOf(0n, 8500)).toThrow(RangeError)
  expect(() => profitOf(100n, -1)).toThrow(RangeError)
  expect(() => breakEvenRate(100n, 0.5)).toThrow(RangeError)
  expect(() => breakEvenRate(0n, 8500)).toThrow(RangeError)
})
