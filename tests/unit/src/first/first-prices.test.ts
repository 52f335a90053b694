import { expect, it } from 'vitest'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { clockText, priceText } from '../../../../src/first/elements.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const PRICES = [0, 7, 99, 100, 12_345, 999_999, 1_000_000, 1_234_567_890]

it('writes prices and times as the app does, in every language', () => {
  for (const code of LANGUAGE_CODES) {
    for (const digits of [0, 1, 2, 3, 5, 8]) {
      const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits }
      const { format } = new Intl.NumberFormat(code, fractions)
      for (const price of PRICES)
        expect(priceText(price, digits, code)).toBe(format(price / 10 ** digits))
    }
    const { format } = new Intl.DateTimeFormat(code, CLOCK)
    for (const at of [0, 3_661_000, 1_700_000_000_000, Date.UTC(2026, 6, 1, 23, 59, 59)])
      expect(clockText(at, code)).toBe(format(at))
  }
})
