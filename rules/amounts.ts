/** Amounts of money: conversion between strict text and minor units. */
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
