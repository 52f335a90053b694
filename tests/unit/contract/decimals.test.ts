import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, shortDecimal, unitsOf } from '#contract/decimals.ts'

describe('decimals of small units', () => {
  it.each([
    [5, 5, '0.00005', '0.00005'],
    [108_345, 5, '1.08345', '1.08345'],
    [2_340, 0, '2340', '2340'],
    [0n, 3, '0.000', '0'],
    [123_450n, 3, '123.450', '123.45'],
    [-1_250n, 2, '-12.50', '-12.5'],
    [-5n, 2, '-0.05', '-0.05'],
  ])('writes %s with %s', (units, decimals, text, short) => {
    expect(decimalText(units, decimals)).toBe(text)
    expect(shortDecimal(units, decimals)).toBe(short)
  })

  it('reads what it writes', () => {
    const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
    fc.assert(
      fc.property(units, fc.nat(12), (number, decimals) => {
        expect(unitsOf(decimalText(number, decimals), decimals)).toBe(number)
        expect(unitsOf(shortDecimal(number, decimals), decimals)).toBe(number)
      }),
    )
  })
})
