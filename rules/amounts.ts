/** Amounts of money: strict text to minor units and back, and how a typed number is read. */
import { MONEY_PATTERN } from '#contract/scalars.ts'

/** Spec section 9: the amount field's maximum unless something lower holds; minor units. */
export const AMOUNT_MAXIMUM = 99_999_900n
const ONE = 100n
const FRACTION_DIGITS = 2

/** Minor units (1/100) of a plain decimal such as `12`, `12.5` or `12.50`; null for anything else. */
export function parseAmount(text: string): bigint | null {
  if (!MONEY_PATTERN.test(text)) return null
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(FRACTION_DIGITS, '0'))
}

/** Plain decimal with two fraction digits: `-12.50`. No grouping, no currency: the wire's form, not for eyes. */
export function formatAmount(minor: bigint): string {
  const size = minor < 0n ? -minor : minor
  const fraction = (size % ONE).toString().padStart(FRACTION_DIGITS, '0')
  return `${minor < 0n ? '-' : ''}${size / ONE}.${fraction}`
}

/** How a language writes numbers. */
export interface AmountFormat {
  /** As the language writes numbers: `,` in German. */
  decimalSeparator: string
  /** `.` in German, a narrow space in French. */
  groupSeparator: string
}

const GROUPED = /^([1-9]\d{0,2})([., '])(\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/
const UNGROUPED = /^(?=.*\d)(\d*)(?:[.,](\d*))?$/
const THAI_ZERO = '\u0e50'.charCodeAt(0)
/** Between the full-width form of a character and its ASCII form. */
const FULL_WIDTH = '\uff01'.charCodeAt(0) - '!'.charCodeAt(0)

/** The marks and digits of East Asian and Thai keyboards as ASCII; without a currency sign at either end. */
const narrowed = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - FULL_WIDTH))
    .replace(/[\u0e50-\u0e59]/g, (char) => String(char.charCodeAt(0) - THAI_ZERO))
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\u3001\uff64]/g, ',')
    .replaceAll('\u2019', "'")
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/^[\p{Sc}\s]+|[\p{Sc}\s]+$/gu, '')

/** Whole part and decimals of a number without a sign; null for a text that is none. */
function partsOf(text: string, format: AmountFormat): [whole: string, fraction: string] | null {
  const [, first = '', mark = '', groups = '', decimals] = GROUPED.exec(text) ?? []
  // `1.234` alone could be either: the language decides. Nothing else that is grouped can.
  const isGroup = mark === format.groupSeparator && mark !== format.decimalSeparator
  const certain = " '".includes(mark) || decimals !== undefined || groups.length > 3
  if (first !== '' && (certain || isGroup)) {
    return [first + groups.replace(/\D/g, ''), decimals ?? '']
  }
  const [, whole, fraction = ''] = UNGROUPED.exec(text) ?? []
  return whole === undefined ? null : [whole, fraction]
}

/**
 * A typed or pasted number as a plain decimal: German `1.234,5` is `1234.5`. The language's group separator groups; a
 * comma or dot that cannot group is the decimal separator, because a keyboard may have only one of them. Empty for an
 * empty text. Null for what cannot be understood and for more than `decimals` decimals: nothing is ever left out. An
 * amount in the wire's form passes unchanged.
 */
export function readDecimal(text: string, format: AmountFormat, decimals: number): string | null {
  const plain = narrowed(text)
  if (plain === '') return ''
  const [whole, fraction] = partsOf(plain, format) ?? []
  if (whole === undefined || fraction === undefined || fraction.length > decimals) return null
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}
