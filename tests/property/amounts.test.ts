import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampAmountInput, cleanAmountInput, formatAmount, parseAmount } from '#rules/amounts.ts'
import { breakEvenRate, payoutOf, profitOf } from '#rules/payout.ts'

const LARGEST = 99_999_999_999_999n
const minorUnits = fc.oneof(
  fc.bigInt({ min: 0n, max: LARGEST }),
  fc.constantFrom(0n, 1n, 9n, 10n, 99n, 100n, 101n, LARGEST - 1n, LARGEST),
)
/** Mostly what a field may meet, with marks and digits dense. */
const fieldText = fc.string({
  unit: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...Array.from('0123456789')) },
    { weight: 3, arbitrary: fc.constantFrom('.', ',', ' ', '-', "'", '０', '。', '．') },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  ),
  maxLength: 20,
})

describe('amounts', () => {
  it('read back what they write', () => {
    fc.assert(fc.property(minorUnits, (minor) => parseAmount(formatAmount(minor)) === minor))
  })

  it('mean what exact rational arithmetic says', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/), (text) => {
        // value × 10^digits = all digits; minor = value × 100, compared as fractions.
        const digits = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
        const numerator = BigInt(text.replace('.', ''))
        expect((parseAmount(text) ?? -1n) * 10n ** BigInt(digits)).toBe(numerator * 100n)
      }),
    )
  })
})

describe('the amount field', () => {
  it('holds digits and one dot only, at most two of them after it, whatever comes in', () => {
    fc.assert(
      fc.property(fieldText, (text) => {
        expect(cleanAmountInput(text)).toMatch(/^$|^(0|[1-9]\d{0,11})(\.\d{0,2})?$/)
      }),
    )
  })

  it('leaves its own output as it is', () => {
    fc.assert(
      fc.property(fieldText, fc.option(minorUnits, { nil: undefined }), (text, maximum) => {
        const cleaned = cleanAmountInput(text)
        expect(cleanAmountInput(cleaned)).toBe(cleaned)
        const clamped = clampAmountInput(text, maximum)
        expect(clampAmountInput(clamped, maximum)).toBe(clamped)
      }),
    )
  })

  it('is left with nothing or an amount above zero and not above the maximum', () => {
    fc.assert(
      fc.property(fieldText, fc.bigInt({ min: 1n, max: LARGEST }), (text, maximum) => {
        const clamped = clampAmountInput(text, maximum)
        if (clamped === '') return !/\d|[.,。．]/.test(text.normalize('NFKC'))
        const minor = parseAmount(clamped) ?? 0n
        return minor > 0n && minor <= maximum
      }),
    )
  })
})

describe('payouts', () => {
  const stake = fc.oneof(fc.bigInt({ min: 1n, max: LARGEST }), fc.constantFrom(1n, 100n, LARGEST))
  const rate = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(0, 1, 9999, 10_000))

  it('never exceed the exact profit, and miss it by less than one minor unit', () => {
    fc.assert(
      fc.property(stake, rate, (stake, rate) => {
        const exact = stake * BigInt(rate)
        const paid = profitOf(stake, rate) * 10_000n
        expect(paid <= exact && exact - paid < 10_000n).toBe(true)
        expect(payoutOf(stake, rate) - stake).toBe(profitOf(stake, rate))
      }),
    )
  })

  it('break even at the rate shown and lose at any lower one', () => {
    fc.assert(
      fc.property(rate, (rate) => {
        // Expected gain of a stake of 1, times 10^8: wins × rate − losses × 10,000.
        const gain = (wins: bigint): bigint => wins * BigInt(rate) - (10_000n - wins) * 10_000n
        const shown = BigInt(breakEvenRate(rate))
        expect(gain(shown) >= 0n && gain(shown - 1n) < 0n).toBe(true)
      }),
    )
  })
})
