/** An amount as a form holds it, read strictly and judged against its limits; amounts and prices as plain decimals. */
import type { FieldIssueCode } from '#contract/errors.ts'
import { AMOUNT_MAXIMUM, formatAmount, parseAmount } from '#rules/amounts.ts'

export interface AmountLimits {
  minimum: bigint
  maximum: bigint
  /** Null: not bounded by a balance, or not known. */
  available: bigint | null
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The most the field may hold: what the terms allow, and what is there. */
export function mostOf({ maximum, available }: AmountLimits): bigint {
  const allowed = least(maximum, AMOUNT_MAXIMUM)
  return available === null ? allowed : least(allowed, available)
}

/** As the field writes it. */
export const fieldText = (minor: bigint): string => formatAmount(minor).replace(/\.00$/, '')

/** A scaled price as a plain decimal. */
export function plainPrice(scaled: number, decimals: number): string {
  const digits = String(scaled).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** A number with more digits than an amount on the wire may have. */
const TOO_LONG = /^\d{13,}(\.\d{1,2})?$/

/** `text`: as the field (i18n/amount-input.ts) gives it, a plain decimal or what could not be read. */
export function amountIssue(text: string, limits: AmountLimits): FieldIssueCode | null {
  if (text === '') return 'empty'
  const amount = parseAmount(text)
  if (amount === null) return TOO_LONG.test(text) ? 'too_large' : 'format'
  if (amount < limits.minimum || amount === 0n) return 'too_small'
  return amount > mostOf(limits) ? 'too_large' : null
}

/** Refusals that are about the field `amount`. */
export const AMOUNT_PLACES = {
  amount_below_minimum: 'amount',
  amount_above_maximum: 'amount',
  available_too_low: 'amount',
} as const
