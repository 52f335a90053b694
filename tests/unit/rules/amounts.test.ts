import { describe, expect, it } from 'vitest'
import { formatAmount, parseAmount } from '#rules/amounts.ts'

describe('parseAmount', () => {
  it.each([
    ['0', 0n],
    ['0.5', 50n],
    ['0.05', 5n],
    ['12', 1200n],
    ['12.30', 1230n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('reads %s as minor units', (text, minor) => {
    expect(parseAmount(text)).toBe(minor)
  })

  it.each(['', ' 1', '1 ', '1\n', '+1', '-1', '01', '00', '.5', '5.', '1.234', '1e3', '0x10'])(
    'refuses %j',
    (text) => {
      expect(parseAmount(text)).toBeNull()
    },
  )

  it.each(['1,5', '１２', '٣', 'NaN', 'Infinity', '1_000', '1000000000000', '--1', '1.2.3'])(
    'refuses %j',
    (text) => {
      expect(parseAmount(text)).toBeNull()
    },
  )
})

it('writes minor units as plain decimals with two fraction digits', () => {
  expect([0n, 5n, 50n, 123_456n, -5n, -12_345n].map(formatAmount)).toEqual([
    '0.00',
    '0.05',
    '0.50',
    '1234.56',
    '-0.05',
    '-123.45',
  ])
})
