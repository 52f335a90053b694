/** The form of a transfer into the fund: one amount, checked against the fund's terms and the available balance. */
import type { FieldIssueCode } from '#contract/errors.ts'
import type { FundState, FundTerms } from '#contract/fund.ts'
import { type AmountLimits, amountIssue, mostOf } from '#forms/amounts.ts'
import type { Issues } from '#forms/form.ts'

export interface TransferFields extends Record<string, string> {
  amount: string
}

export interface TransferLimits extends AmountLimits {
  /** The maximum for everything in the fund. */
  holdingMaximum: bigint
  /** The amount by which the holding may still grow. */
  room: bigint
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** `available` is null until it is received. */
export function transferLimits(
  terms: FundTerms,
  { total }: Pick<FundState, 'total'>,
  available: bigint | null,
): TransferLimits {
  const { minimum, holdingMaximum } = terms
  const room = total < holdingMaximum ? holdingMaximum - total : 0n
  return { minimum, maximum: least(terms.maximum, room), available, holdingMaximum, room }
}

export function checkTransfer(
  fields: TransferFields,
  limits: TransferLimits,
): Issues<TransferFields> {
  const amount = amountIssue(fields.amount, limits)
  return amount === null ? {} : { amount }
}

/** An issue of the amount, with the limit that it exceeds. */
export type TransferIssue =
  | { code: Exclude<FieldIssueCode, 'too_large'> }
  | { code: 'too_large'; bound: 'available' | 'holding' | 'maximum' }

export function transferIssue(code: FieldIssueCode, limits: TransferLimits): TransferIssue {
  if (code !== 'too_large') return { code }
  const most = mostOf(limits)
  if (most === limits.available) return { code, bound: 'available' }
  return { code, bound: most === limits.room ? 'holding' : 'maximum' }
}

const QUICK = [10_000n, 50_000n, 100_000n, 500_000n]

/** Round amounts for buttons, each with whether it can be transferred now. */
export const quickAmounts = (limits: TransferLimits | null): { amount: bigint; fits: boolean }[] =>
  QUICK.map((amount) => ({ amount, fits: limits !== null && amount <= mostOf(limits) }))
