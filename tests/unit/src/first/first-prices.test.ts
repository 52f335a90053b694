import { expect, it, vi } from 'vitest'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { clockText, priceText, pricesOn } from '../../../../src/first/first-prices.ts'
import type { FirstProduct } from '../../../../src/first/shown-prices.ts'

const product = (id: number): FirstProduct => ({
  id,
  symbol: 'BTCUSDT',
  priceDecimals: 2,
  quoteCurrency: 'USD',
  session: { state: 'open' },
})
const AT = 1_700_000_000_000

/** The prices of two products, and what is written of them. */
function draw() {
  const picture = document.createElement('div')
  picture.innerHTML =
    '<i data-first="asOf"></i><b data-first="price"></b><b data-first="price"></b>'
  const prices = pricesOn(picture, [product(9), product(4)], 'de')
  const boxes = [...picture.querySelectorAll('b')]
  const written = (): string[] =>
    boxes
      .filter(({ textContent }) => textContent !== '')
      .map(({ dataset, textContent }) => `${dataset['quote']} ${textContent}`)
  return { prices, written, looks: boxes.map(({ classList }) => classList) }
}

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

it('calls a price live that the socket brought and that is young, and no other', () => {
  const { prices, written, looks } = draw()
  prices.show([0, 9, 100, 0, 0, 0, 10, 4, 200, 0, 0, 0, 10], { at: AT, live: false })
  expect(written()).toEqual(['stale 1,00', 'stale 2,00'])
  prices.show([1, 9, 101, 0, 0, 0, 20, 4, 200, 0, 0, 0, 3_000], { at: AT + 500, live: true })
  expect(written()).toEqual(['live 1,01', 'stale 2,00'])
  expect(looks.map(String)).toEqual(['text-up', 'text-ink-3'])
})

it('calls no price live of which nothing is heard for three seconds', () => {
  vi.useFakeTimers()
  const { prices, written } = draw()
  prices.show([0, 9, 100, 0, 0, 0, 10], { at: AT, live: true })
  vi.advanceTimersByTime(2_900)
  expect(written()).toEqual(['live 1,00'])
  prices.show([1, 4, 200, 0, 0, 0, 10], { at: AT + 2_900, live: true })
  vi.advanceTimersByTime(2_900)
  expect(written()).toEqual(['live 1,00', 'live 2,00'])
  vi.advanceTimersByTime(200)
  expect(written()).toEqual(['stale 1,00', 'stale 2,00'])
  vi.useRealTimers()
})

it('passes over what it does not draw', () => {
  const { prices, written } = draw()
  prices.show([0, 77, 100, 0, 0, 0, 10], { at: AT, live: true })
  expect(written()).toEqual([])
})
