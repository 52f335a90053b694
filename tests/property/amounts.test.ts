import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, parseAmount } from '#rules/amounts.ts'
import { readDecimal } from '#rules/typed-number.ts'
import { payoutOf, profitOf, quoteTerms } from '#rules/payout.ts'

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

const LANGUAGES = ['zh-CN', 'zh-TW', 'en', 'ja', 'th', 'vi', 'id', 'ko', 'fr', 'de']
const formatOf = (language: string) => {
  const parts = new Intl.NumberFormat(language).formatToParts(12_345.6)
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimalSeparator: find('decimal'), groupSeparator: find('group') }
}
const language = fc.constantFrom(...LANGUAGES)

describe('the amount field', () => {
  it('reads what its language writes, with or without groups and decimals', () => {
    fc.assert(
      fc.property(language, minorUnits, fc.boolean(), (language, minor, useGrouping) => {
        const plain = formatAmount(minor)
        const whole = new Intl.NumberFormat(language, { useGrouping }).format(minor / 100n)
        const format = formatOf(language)
        const text = whole + format.decimalSeparator + plain.slice(-2)
        expect(readDecimal(text, format, 2)).toBe(plain)
        expect(readDecimal(whole, format, 2)).toBe(plain.slice(0, -3))
      }),
    )
  })

  it('leaves its own output, and every amount of the wire, as it is', () => {
    fc.assert(
      fc.property(language, fc.oneof(fieldText, minorUnits.map(formatAmount)), (language, text) => {
        const format = formatOf(language)
        const read = readDecimal(text, format, 2)
        if (read !== null) expect(readDecimal(read, format, 2)).toBe(read)
        if (parseAmount(text) !== null) expect(read).toBe(text)
      }),
    )
  })

  it('leaves out no digit and no decimal of what it reads, whatever comes in', () => {
    const valueOf = new Map(
      Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) =>
        Array.from('0123456789', (digit) => [
          new Intl.NumberFormat('en', { numberingSystem }).format(Number(digit)),
          digit,
        ]),
      ),
    )
    const digitsOf = (text: string): string =>
      Array.from(text.normalize('NFKC'), (char) => valueOf.get(char) ?? char)
        .join('')
        .replace(/\D/g, '')
    const outcomes = { read: 0, refused: 0 }
    fc.assert(
      fc.property(language, fieldText, (language, text) => {
        const read = readDecimal(text, formatOf(language), 2)
        outcomes[read === null ? 'refused' : 'read'] += 1
        if (read === null || read === '') return
        expect(read).toMatch(/^(0|[1-9]\d*)(\.\d{1,2})?$/)
        expect(digitsOf(read).replace(/^0+/, '')).toBe(digitsOf(text).replace(/^0+/, ''))
      }),
      { numRuns: 1_000 },
    )
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(50)
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

  it('break even at the rate shown and lose at any lower one, with the profit that is paid', () => {
    const outcomes = { exact: 0, floored: 0 }
    const small = fc.bigInt({ min: 1n, max: 10_000n })
    fc.assert(
      fc.property(fc.oneof(stake, small), rate, (stake, rate) => {
        const { profit, breakEvenRate: shown } = quoteTerms(stake, rate)
        // What 10,000 orders come to when so many of them win.
        const gain = (wins: bigint): bigint => wins * profit - (10_000n - wins) * stake
        expect(gain(BigInt(shown)) >= 0n && gain(BigInt(shown) - 1n) < 0n).toBe(true)
        outcomes[profit * 10_000n === stake * BigInt(rate) ? 'exact' : 'floored'] += 1
      }),
      { numRuns: 1_000 },
    )
    expect(Math.min(outcomes.exact, outcomes.floored)).toBeGreaterThan(5)
  })
})
