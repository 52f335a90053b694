import { describe, expect, it } from 'vitest'
import { stepFrom, wishOf } from '#features/alerts/alert-wish.ts'
import { scaledPrice } from '#forms/amounts.ts'

describe('a price', () => {
  it('becomes the product’s whole number', () => {
    expect(scaledPrice('1.08345', 5)).toBe(108_345)
    expect(scaledPrice('1.1', 5)).toBe(110_000)
    expect(scaledPrice('2345', 0)).toBe(2_345)
  })
  it('is refused with more decimals than the product has, never shortened', () => {
    for (const text of ['1.083456', '1,08', '1.0.8', '.', 'none', '1234567890123456'])
      expect(scaledPrice(text, 5)).toBeNull()
    expect(scaledPrice('42.5', 0)).toBeNull()
  })
})

describe('what it means', () => {
  it('depends on where the price is now', () => {
    const now = { last: 11, typedAt: 11 }
    expect(wishOf('1.2', 1, now)).toEqual({ kind: 'ready', direction: 'at_or_above', price: 12 })
    expect(wishOf('1.0', 1, now)).toEqual({ kind: 'ready', direction: 'at_or_below', price: 10 })
    expect(wishOf('1.1', 1, now)).toEqual({ kind: 'same' })
    expect(wishOf('1.1', 1, { last: null, typedAt: null })).toEqual({ kind: 'no_price' })
    for (const text of ['', '0', '0.0']) expect(wishOf(text, 1, now)).toEqual({ kind: 'empty' })
    expect(wishOf('1.15', 1, now)).toEqual({ kind: 'unreadable' })
  })
  it('keeps the direction that it had when it was typed, whatever the market does since', () => {
    const above = { kind: 'ready', direction: 'at_or_above', price: 12 }
    expect(wishOf('1.2', 1, { last: 9, typedAt: 11 })).toEqual(above)
    expect(wishOf('1.2', 1, { last: 13, typedAt: 11 })).toEqual({ kind: 'reached' })
    expect(wishOf('1.0', 1, { last: 8, typedAt: 11 })).toEqual({ kind: 'reached' })
    expect(wishOf('1.2', 1, { last: 12, typedAt: 11 })).toEqual({ kind: 'same' })
    expect(wishOf('1.2', 1, { last: 11, typedAt: null })).toEqual(above)
    expect(wishOf('1.2', 1, { last: 11, typedAt: 12 })).toEqual(above)
  })
  it('a step is never the price itself, however small that is', () => {
    expect(stepFrom(100_000, 50)).toBe(100_500)
    expect(stepFrom(100_000, -100)).toBe(99_000)
    expect([stepFrom(10, 50), stepFrom(10, -50)]).toEqual([11, 9])
    expect(stepFrom(1, -50)).toBe(1)
  })
})
