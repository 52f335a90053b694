import { describe, expect, it } from 'vitest'
import { readDecimal } from '#rules/typed-number.ts'

const german = { decimalSeparator: ',', groupSeparator: '.' }
const english = { decimalSeparator: '.', groupSeparator: ',' }
const french = { decimalSeparator: ',', groupSeparator: '\u202f' }

it.each(Intl.supportedValuesOf('numberingSystem'))('reads the digits of %s', (system) => {
  const format = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false })
  const written = format.format(1_234_567_890)
  const read = readDecimal(written, english, 0)
  // Digits beyond the first 65,536 characters are of scripts that are no longer in daily use.
  const isCommon = /^[\0-\uffff]+$/u.test(written)
  if (isCommon && system !== 'hanidec') expect(read).toBe('1234567890')
  else expect(read).toBeNull()
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
    ['€ 1.234,50', '1234.50', '1234.50', '1234.50'],
    ['1.000 €', '1000', null, null],
    ['1٫5', '1.5', '1.5', '1.5'],
    ['1٫500', null, null, null],
    ['Rp50.000', '50000', null, null],
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
    ['50 USDT', '50'],
    ['50usdt', '50'],
    ['USD 1,234.50', '1234.50'],
    ['1,000元', '1000'],
    ['US$5', '5'],
    ['$.5', '0.5'],
    ['$50 USD', '50'],
    ['₫ 50', '50'],
    ['Rp 50,000', '50000'],
    ['5\u202f€', '5'],
    ['50.–', '50'],
    ['Fr. 20.00', '20.00'],
    ['100,--', '100'],
    ['5U', '5'],
    ['５Ｕ', '5'],
    ['100美元', '100'],
    ['人民币 1,000 元', '1000'],
    ['50 ดอลลาร์', '50'],
    ['20ユーロ', '20'],
    ['12,34,567.89', '1234567.89'],
    ['1’234\u02bc567', '1234567'],
    ['١٬٢٣٤٫٥٠', '1234.50'],
    ['۱۲۳', '123'],
    ['१२.५', '12.5'],
    ['￥５００', '500'],
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
    '5 M$',
    '5 Mio',
    '5 Mio. €',
    '5 mrd',
    'Rs.50',
    '5 €/h',
    '$5 to $6',
    '5-',
    '5.---',
    '0.5 BTC',
    '5UU',
    '5 万元',
    '€-5',
    '(5)',
    '５²',
    '𝟓',
    '5%',
    '5 000 0',
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
