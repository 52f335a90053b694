/** An amount as a form holds it: read strictly, judged against its limits. */
import type { ApiError } from '#api/api-error.ts'
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

/** A trailing dot is still being typed and counts as none. */
export const amountOf = (text: string): bigint | null => parseAmount(text.replace(/\.$/, ''))

/** As the field writes it. */
export const fieldText = (minor: bigint): string => formatAmount(minor).replace(/\.00$/, '')

export function amountIssue(text: string, limits: AmountLimits): FieldIssueCode | null {
  const amount = amountOf(text)
  if (amount === null || amount === 0n) return 'empty'
  if (amount < limits.minimum) return 'too_small'
  return amount > mostOf(limits) ? 'too_large' : null
}

const AMOUNT_CODES = ['amount_below_minimum', 'amount_above_maximum', 'available_too_low']

export const isAboutAmount = (error: ApiError): boolean =>
  error.kind === 'rejected' && AMOUNT_CODES.includes(error.code)
