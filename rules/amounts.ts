/** Amounts of money: conversion between strict text and minor units, and parsing of numbers that users type. */
import { MONEY_PATTERN } from '#contract/scalars.ts'

/** Maximum of an amount field unless a lower limit applies (specification, section 9), in minor units (1/100). */
export const AMOUNT_MAXIMUM = 99_999_900n
const ONE = 100n
const FRACTION_DIGITS = 2

/** Parses a plain decimal such as `12`, `12.5` or `12.50` to minor units (1/100). Null for any other text. */
export function parseAmount(text: string): bigint | null {
  if (!MONEY_PATTERN.test(text)) return null
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(FRACTION_DIGITS, '0'))
}

/**
 * Formats minor units as a plain decimal with two fraction digits, such as `-12.50`. This is the form of the API,
 * without grouping and currency; views format amounts by language.
 */
export function formatAmount(minor: bigint): string {
  const size = minor < 0n ? -minor : minor
  const fraction = (size % ONE).toString().padStart(FRACTION_DIGITS, '0')
  return `${minor < 0n ? '-' : ''}${size / ONE}.${fraction}`
}

/** The separators of numbers in a language. */
export interface AmountFormat {
  /** The decimal separator: `,` in German. */
  decimalSeparator: string
  /** The group separator: `.` in German, a narrow space in French. */
  groupSeparator: string
}

const GROUPED = /^([1-9]\d{0,2})([., '])(\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/
const UNGROUPED = /^(?=.*\d)(\d*)(?:[.,](\d*))?$/
const THAI_ZERO = '\u0e50'.charCodeAt(0)
/** The distance between the full-width form of a character and its ASCII form. */
const FULL_WIDTH = '\uff01'.charCodeAt(0) - '!'.charCodeAt(0)

/**
 * Converts the punctuation and digits of East Asian and Thai keyboards to ASCII, and removes currency signs at both
 * ends.
 */
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
 * groups. A comma or dot that cannot group is the decimal separator, because a keyboard may have only one of them.
 * Returns an empty string for an empty text. Returns null if the text cannot be parsed or has more than `decimals`
 * decimals; digits are never dropped. A plain decimal is returned unchanged.
 */
export function readDecimal(text: string, format: AmountFormat, decimals: number): string | null {
  const plain = narrowed(text)
  if (plain === '') return ''
  const [whole, fraction] = partsOf(plain, format) ?? []
  if (whole === undefined || fraction === undefined || fraction.length > decimals) return null
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}
