/** Parsing of the numbers that users type or paste, in the digits and with the separators of any language. */

import { asciiDigits } from '#rules/ascii-digits.ts'

/** The separators of numbers in a language. */
export interface AmountFormat {
  /** The decimal separator: `,` in German. */
  decimalSeparator: string
  /** The group separator: `.` in German, a narrow space in French. */
  groupSeparator: string
}

/** Groups of three digits, or after the first one of two as in India. */
const GROUPED = /^([1-9]\d{0,2})([., '])(\d{3}(?:\2\d{3})*|(?:\d{2}\2)+\d{3})(?:(?!\2)[.,](\d*))?$/
const UNGROUPED = /^(?=.*\d)(\d*)(?:[.,](\d*))?$/
/** The distance between the full-width form of a character and its ASCII form. */
const FULL_WIDTH = '\uff01'.charCodeAt(0) - '!'.charCodeAt(0)
/** Converts the digits and punctuation of all keyboards to ASCII. */
const narrowed = (text: string, { decimalSeparator }: AmountFormat): string =>
  asciiDigits(text)
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - FULL_WIDTH))
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\u3001\uff64]/g, ',')
    .replaceAll('\u066b', decimalSeparator)
    .replace(/[\u066c\u2018\u2019\u02bc\u2032]/g, "'")
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim()

/**
 * How amounts are labelled besides the codes of ISO 4217 and single currency signs: dollars and yen of a country, the
 * currencies of the app's languages, and coins tied to the dollar (U is USDT). Nothing that multiplies, such as k or 万.
 */
const UNITS = new Set(
  (
    'us$ hk$ nt$ a$ au$ c$ ca$ s$ sg$ nz$ r$ mx$ cn¥ jp¥ rmb 元 圆 圓 块 塊 円 圆整 元整 원 บาท ดอลลาร์ ' +
    '美元 美金 人民币 人民幣 港元 港币 港幣 台币 新台币 新台幣 欧元 歐元 日元 日圓 米ドル ドル ユーロ 달러 유로 엔 ' +
    'đ vnđ đồng rp rp. fr. sfr. kr kr. zł rs rs. usdt usdc u dai euro euros dollar dollars yuan yen won baht'
  ).split(' '),
)
const isUnit = (text: string): boolean => {
  const unit = text.trim().toLowerCase()
  if (unit === '' || /^\p{Sc}$/u.test(unit) || UNITS.has(unit)) return true
  return /^[a-z]{3}$/.test(unit) && currencyCodes().has(unit.toUpperCase())
}
let codes: ReadonlySet<string> | null = null
const currencyCodes = (): ReadonlySet<string> => {
  codes ??= new Set(Intl.supportedValuesOf('currency'))
  return codes
}

const LABELLED = /^(\D*?)([.,]?\d(?:.*\d)?[.,]?)(\D*)$/s

/** The number without the labels at both ends; null if there is something else beside it, such as a sign. */
function unlabelled(text: string): string | null {
  const [, before = '', number = '', after = ''] = LABELLED.exec(text) ?? []
  const isRound = /[.,]$/.test(number) && /^\p{Pd}{1,2}$/u.test(after)
  // The point of `Rs.50` ends the label, and that of `$.50` starts the decimals.
  const isUnsure = /\p{L}$/u.test(before) && /^[.,]/.test(number)
  return !isUnsure && isUnit(before) && (isRound || isUnit(after)) ? number : null
}

/** The whole part and the decimals of a number without a sign; null if the text is not a number. */
function partsOf(text: string, format: AmountFormat): [whole: string, fraction: string] | null {
  const [, first = '', mark = '', groups = '', decimals] = GROUPED.exec(text) ?? []
  // Only `1.234` is ambiguous, because a dot can group or separate decimals there; the language decides.
  const isGroup = mark === format.groupSeparator && mark !== format.decimalSeparator
  const certain = " '".includes(mark) || decimals !== undefined || groups.length > 3
  if (first !== '' && (certain || isGroup)) {
    return [first + groups.replace(/\D/g, ''), decimals ?? '']
  }
  const [, whole, fraction = ''] = UNGROUPED.exec(text) ?? []
  return whole === undefined ? null : [whole, fraction]
}

/**
 * Parses a typed or pasted number to a plain decimal: German `1.234,5` becomes `1234.5`. The language's group separator
 * groups. A comma or dot that cannot group is the decimal separator, because a keyboard may have only one of them. A
 * currency beside the number is ignored.
 * Returns an empty string for an empty text. Returns null if the text cannot be parsed or has more than `decimals`
 * decimals; digits are never dropped. A plain decimal is returned unchanged.
 */
export function readDecimal(text: string, format: AmountFormat, decimals: number): string | null {
  const typed = narrowed(text, format)
  if (typed === '') return ''
  const plain = unlabelled(typed)
  if (plain === null) return null
  const [whole, fraction] = partsOf(plain, format) ?? []
  if (whole === undefined || fraction === undefined || fraction.length > decimals) return null
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}
