import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PayoutForm } from '#contract/payout.ts'
import { isDeceptive, isolated } from '#rules/deceptive-text.ts'
import { destinationIssues } from '#rules/payout-destination.ts'
import { nameIssue } from '#rules/person-name.ts'

/** From the Unicode tables, and not by the properties that the rule itself asks for. */
const HIDDEN = [
  0x00ad, 0x034f, 0x061c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b,
  0x202c, 0x202d, 0x202e, 0x2028, 0x2029, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0x2800, 0x3164,
  0xfe0f, 0xfeff, 0xffa0, 0xe0041, 0xe000,
].map((code) => String.fromCodePoint(code))
/** Latin letters with Cyrillic or Greek ones that look the same. */
const TWINS: readonly (readonly [string, string])[] = [
  ['a', 'а'],
  ['e', 'е'],
  ['o', 'о'],
  ['p', 'р'],
  ['c', 'с'],
  ['x', 'х'],
  ['B', 'В'],
  ['o', 'ο'],
  ['A', 'Α'],
  ['a', '𝐚'],
]

const CARD = {
  kind: 'bank_card',
  holder: 'Anna Example',
  nationality: 'DE',
  bank: 'Example Bank',
  number: 'DE89 3704 0044 0532 0130 00',
  address: 'Example Street 1, Cologne',
} as const satisfies PayoutForm
const WALLET = {
  kind: 'currency_address',
  holder: 'Anna Example',
  nationality: 'DE',
  currency: 'BTC',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const satisfies PayoutForm

const place = fc.double({ min: 0.05, max: 0.95, noNaN: true })
const putIn = (text: string, at: number, sign: string): string => {
  const index = Math.max(1, Math.floor(text.length * at))
  return text.slice(0, index) + sign + text.slice(index)
}

it('refuses a hidden character anywhere in any field of a payout account', () => {
  expect([...destinationIssues(CARD), ...destinationIssues(WALLET)]).toEqual([])
  const field = fc.constantFrom('holder', 'bank', 'number', 'address')
  fc.assert(
    fc.property(field, place, fc.constantFrom(...HIDDEN), (path, at, sign) => {
      const form = { ...CARD, [path]: putIn(CARD[path], at, sign) }
      expect(destinationIssues(form)).toEqual([{ path, code: 'deceptive' }])
    }),
  )
  fc.assert(
    fc.property(place, fc.constantFrom(...HIDDEN), (at, sign) => {
      const form = { ...WALLET, address: putIn(WALLET.address, at, sign) }
      expect(destinationIssues(form)).toEqual([{ path: 'address', code: 'deceptive' }])
    }),
  )
})

it('refuses a letter of another script that looks like the one it replaces', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TWINS), place, ([latin, twin], at) => {
      const word = putIn('Example', at, latin)
      expect(isDeceptive(word)).toBe(false)
      expect(isDeceptive(word.replace(latin, twin))).toBe(true)
    }),
  )
})

it('asks the same of an identity’s name, which the holder’s must equal', () => {
  for (const name of ['Anna Ехample', 'Anna\u200b Example', `Anna${'\u0301'.repeat(20)} Example`])
    expect(nameIssue(name, 'DE')).toBe('deceptive')
  expect(nameIssue('Nguyễn Thị Ánh', 'VN')).toBeNull()
})

it('shows no text other than it is: the file name that was reversed', () => {
  const reversed = { ...CARD, address: 'Street \u202egnp.exe' }
  expect(destinationIssues(reversed)).toEqual([{ path: 'address', code: 'deceptive' }])
  // A whole word of look-alikes among Latin ones.
  expect(isDeceptive('Example расе')).toBe(true)
})

it.each([
  '中国银行北京复兴路支行 A座',
  '三菱UFJ銀行 渋谷支店 ＡＢＣビル',
  '국민은행 강남지점',
  'ธนาคารกรุงเทพ สาขาสีลม ชั้น ๒',
  'Ngân hàng Ngoại thương Việt Nam, Hà Nội',
  'Crédit Agricole, 12 rue de l’Église',
  'Straße 5, München – Süd',
  'Сбербанк, Москва, ул. Ленина 5',
  'Сбербанк (SBER), Moscow, дом № 5',
  'Τράπεζα Πειραιώς, Αθήνα',
  'بنك مصر، القاهرة',
  'Türkiye İş Bankası, Diyarbakır',
  'हिन्दी बैंक',
])('lets %s be written as it is', (text) => {
  expect(isDeceptive(text)).toBe(false)
  const { bank } = { ...CARD, bank: text }
  expect(destinationIssues({ ...CARD, bank })).toEqual([])
})

it('keeps the direction of a text within it', () => {
  const signs = fc.constantFrom('a', 'ש', '\u202e', '\u2069', '\u2068', '\u202c', '1', ' ')
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const shown = isolated(text)
      const inner = shown.replace(/^\u2068|\u2069$/g, '')
      expect(inner).toBe(text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''))
      if (/[\u0590-\u05ff]/.test(text)) expect(shown).toBe(`\u2068${inner}\u2069`)
    }),
  )
})
