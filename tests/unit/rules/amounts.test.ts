import { describe, expect, it } from 'vitest'
import { formatAmount, parseAmount, readDecimal } from '#rules/amounts.ts'

const german = { decimalSeparator: ',', groupSeparator: '.' }
const english = { decimalSeparator: '.', groupSeparator: ',' }
const french = { decimalSeparator: ',', groupSeparator: '\u202f' }

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

describe('a typed or pasted number', () => {
  it.each([
    ['1.234,56', '1234.56', '1234.56', '1234.56'],
    ['1,234.56', '1234.56', '1234.56', '1234.56'],
    ['1.234.567', '1234567', '1234567', '1234567'],
    ['1.000', '1000', null, null],
    ['1,000', null, '1000', null],
    ['1.000,50', '1000.50', '1000.50', '1000.50'],
    ['1\u202f234,56 €', '1234.56', '1234.56', '1234.56'],
    ["1'234.50", '1234.50', '1234.50', '1234.50'],
    ['12,5', '12.5', '12.5', '12.5'],
    ['12.5', '12.5', '12.5', '12.5'],
    ['0,500', null, null, null],
    ['0.500', null, null, null],
  ])('%s is %s in German, %s in English, %s in French', (text, de, en, fr) => {
    expect([german, english, french].map((format) => readDecimal(text, format, 2))).toEqual([
      de,
      en,
      fr,
    ])
  })

  it.each([
    ['', ''],
    [' ', ''],
    ['12.', '12'],
    ['.5', '0.5'],
    ['007', '7'],
    ['$ 12', '12'],
    ['12\t\n', '12'],
    ['１２。５', '12.5'],
    ['１，２３４．５', '1234.5'],
    ['๑๒.๕', '12.5'],
    ['\u200e12\u00a0000', '12000'],
    ['1234567890123', '1234567890123'],
  ])('%j is %j', (text, plain) => {
    expect(readDecimal(text, english, 2)).toBe(plain)
  })

  it.each([
    '.',
    '12\t345',
    '12\n345',
    '-5',
    '1a2',
    '1e3',
    '5万',
    '12k',
    '5²',
    '½',
    '1.2.3',
    '1.239',
    '1,2.3,4',
    'none',
  ])('refuses %j, and leaves nothing out of it', (text) => {
    expect(readDecimal(text, english, 2)).toBeNull()
  })

  it('has as many decimals as its kind may have', () => {
    expect(readDecimal('1.08345', english, 5)).toBe('1.08345')
    expect(readDecimal('148.123', english, 3)).toBe('148.123')
    expect(readDecimal('148.123', german, 3)).toBe('148123')
    expect(readDecimal('1,000', english, 0)).toBe('1000')
    expect(readDecimal('1.5', english, 0)).toBeNull()
  })
})
