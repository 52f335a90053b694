import { describe, expect, it } from 'vitest'
import {
  clampAmountInput,
  cleanAmountInput,
  cleanPastedAmount,
  formatAmount,
  parseAmount,
} from '#rules/amounts.ts'

const german = { decimalSeparator: ',', groupSeparator: '.' }
const english = { decimalSeparator: '.', groupSeparator: ',' }
const french = { decimalSeparator: ',', groupSeparator: '\u202f' }

/** Types a text key by key into a field that keeps what the rule leaves. */
const typed = (keys: string): string =>
  Array.from(keys).reduce((field, key) => cleanAmountInput(field + key), '')

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

describe('the amount field while typing', () => {
  it.each([
    ['12.5', '12.5'],
    ['12,5', '12.5'],
    ['0.', '0.'],
    ['.5', '0.5'],
    ['007', '7'],
    ['1.2.3', '1.23'],
    ['1.239', '1.23'],
    ['1.2,3', '1.23'],
    ['-5', '5'],
    ['1a2', '12'],
    ['１２。５', '12.5'],
    ['1234567890123', '123456789012'],
  ])('turns the keys %s into %s', (keys, field) => {
    expect(typed(keys)).toBe(field)
  })
})

describe('a pasted amount', () => {
  it.each([
    ['1.234,56', '1234.56', '1234.56', '1234.56'],
    ['1,234.56', '1234.56', '1234.56', '1234.56'],
    ['1.234', '1234', '1.23', '1.23'],
    ['1,234', '1.23', '1234', '1.23'],
    ['1.234.567', '1234567', '1234567', '1234567'],
    ['1\u202f234,56 €', '1234.56', '1234.56', '1234.56'],
    ['12,5', '12.5', '12.5', '12.5'],
    ['12.5', '12.5', '12.5', '12.5'],
    ["1'234.50", '1234.50', '1234.50', '1234.50'],
    ['1,2.3,4', '1.23', '1.23', '1.23'],
    ['none', '', '', ''],
  ])('%s is %s in German, %s in English, %s in French', (text, de, en, fr) => {
    expect([german, english, french].map((format) => cleanPastedAmount(text, format))).toEqual([
      de,
      en,
      fr,
    ])
  })
})

describe('leaving the amount field', () => {
  it.each([
    ['', ''],
    ['0', '1'],
    ['0.', '1'],
    ['0.00', '1'],
    ['0.01', '0.01'],
    ['12.', '12'],
    ['12.5', '12.5'],
    ['999999', '999999'],
    ['999999.01', '999999'],
    ['123456789012', '999999'],
  ])('makes %j into %j', (text, field) => {
    expect(clampAmountInput(text)).toBe(field)
  })

  it('clamps to a lower maximum, to the cent', () => {
    expect(clampAmountInput('100', 9_950n)).toBe('99.50')
    expect(clampAmountInput('0', 50n)).toBe('0.50')
  })

  it('passes over a maximum that cannot be met', () => {
    expect(clampAmountInput('100', 0n)).toBe('100')
  })
})
