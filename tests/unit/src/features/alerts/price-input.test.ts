import { describe, expect, it } from 'vitest'
import { stepFrom, wishOf } from '#features/alerts/alert-wish.ts'
import {
  cleanPastedPrice,
  cleanPriceInput,
  priceInput,
  scaledPrice,
} from '#features/alerts/price-input.ts'
import { separatorsOf } from '#i18n/amount-input.ts'

const en = separatorsOf('en')
const de = separatorsOf('de')
const fr = separatorsOf('fr')

describe('a typed price', () => {
  it('keeps the language’s separator, whichever key the keyboard has', () => {
    expect(cleanPriceInput('1.08', 5, de)).toBe('1,08')
    expect(cleanPriceInput('1,08', 5, en)).toBe('1.08')
    expect(cleanPriceInput('１．０８', 5, en)).toBe('1.08')
  })
  it('has no more decimals than the product, and none where it has none', () => {
    expect(cleanPriceInput('1.0834567', 5, en)).toBe('1.08345')
    expect(cleanPriceInput('42.5', 0, en)).toBe('42')
    expect(cleanPriceInput('1.2.3', 2, en)).toBe('1.23')
  })
  it('passes its own output unchanged', () => {
    for (const text of ['', '0.', '0.5', '12', '12.340'])
      expect(cleanPriceInput(text, 3, en)).toBe(text)
  })
  it('pasted is read as the language writes numbers', () => {
    expect(cleanPastedPrice('2.345,60', 2, de)).toBe('2345,60')
    expect(cleanPastedPrice('2,345.60', 2, en)).toBe('2345.60')
    expect(cleanPastedPrice(new Intl.NumberFormat('fr').format(2345.6), 2, fr)).toBe('2345,6')
  })
  it('becomes the product’s whole number, and back', () => {
    expect(scaledPrice('1,08345', 5)).toBe(108_345)
    expect(scaledPrice('1.1', 5)).toBe(110_000)
    expect(scaledPrice('2345', 0)).toBe(2_345)
    for (const none of ['', '.', '0', '0.00']) expect(scaledPrice(none, 2)).toBeNull()
    expect(priceInput(5, 5, de)).toBe('0,00005')
    expect(priceInput(108_345, 5, en)).toBe('1.08345')
    expect(priceInput(2_345, 0, en)).toBe('2345')
  })
})

describe('what it means', () => {
  it('depends on where the price is now', () => {
    expect(wishOf('1.2', 1, 11)).toEqual({ kind: 'ready', direction: 'at_or_above', price: 12 })
    expect(wishOf('1.0', 1, 11)).toEqual({ kind: 'ready', direction: 'at_or_below', price: 10 })
    expect(wishOf('1.1', 1, 11)).toEqual({ kind: 'same' })
    expect(wishOf('1.1', 1, null)).toEqual({ kind: 'no_price' })
    expect(wishOf('', 1, 11)).toEqual({ kind: 'empty' })
  })
  it('a step is never the price itself, however small that is', () => {
    expect(stepFrom(100_000, 50)).toBe(100_500)
    expect(stepFrom(100_000, -100)).toBe(99_000)
    expect([stepFrom(10, 50), stepFrom(10, -50)]).toEqual([11, 9])
    expect(stepFrom(1, -50)).toBe(1)
  })
})
