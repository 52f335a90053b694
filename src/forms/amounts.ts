/**
 * Amounts and prices as forms hold them: as plain decimals, with strict parsing and checks against limits.
 */
import type { FieldIssueCode } from '#contract/errors.ts'
import { AMOUNT_MAXIMUM, formatAmount, parseAmount } from '#rules/amounts.ts'

export interface AmountLimits {
  minimum: bigint
  maximum: bigint
  /** Null when the balance sets no limit, or is not known. */
  available: bigint | null
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The maximum that the field accepts: the lower of what the terms allow and what is available. */
export function mostOf({ maximum, available }: AmountLimits): bigint {
  const allowed = least(maximum, AMOUNT_MAXIMUM)
  return available === null ? allowed : least(allowed, available)
}

export const fieldText = (minor: bigint): string => formatAmount(minor).replace(/\.00$/, '')

/** Scaled integers are exact up to this number of digits. */
const DIGITS = /^\d{1,15}$/

/** Converts a plain decimal to the product's scaled integer; null when it is not a price of this product. */
export function scaledPrice(text: string, decimals: number): number | null {
  const [whole = '', fraction = '', more] = text.split('.')
  const digits = whole + fraction.padEnd(decimals, '0')
  if (whole === '' || more !== undefined || fraction.length > decimals) return null
  return DIGITS.test(digits) ? Number.parseInt(digits, 10) : null
}

/** A number with more digits than an amount in the API may have. */
const TOO_LONG = /^\d{13,}(\.\d{1,2})?$/

/** `text` is what the field (i18n/amount-input.ts) returns: a plain decimal, or the input that could not be parsed. */
export function amountIssue(text: string, limits: AmountLimits): FieldIssueCode | null {
  if (text === '') return 'empty'
  const amount = parseAmount(text)
  if (amount === null) return TOO_LONG.test(text) ? 'too_large' : 'format'
  if (amount < limits.minimum || amount === 0n) return 'too_small'
  return amount > mostOf(limits) ? 'too_large' : null
}

/** Refusals that concern the field `amount`. */
export const AMOUNT_PLACES = {
  amount_below_minimum: 'amount',
  amount_above_maximum: 'amount',
  available_too_low: 'amount',
} as const
