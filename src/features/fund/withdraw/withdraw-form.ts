/** The form of a withdrawal from the fund: the amount and the speed. Large amounts also need the trading password. */
import { z } from 'zod/mini'
import type { FieldIssueCode } from '#contract/errors.ts'
import { type FundTerms, type RedemptionSpeed, redemptionSpeed } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { datesAt } from '#features/fund/fund-day.ts'
import { type AmountLimits, amountIssue } from '#forms/amounts.ts'
import { CONFIRM_PLACES, confirmForm } from '#forms/confirm-form.ts'
import type { Issues } from '#forms/form.ts'
import { parseAmount } from '#rules/amounts.ts'
import { addDays, dayOf } from '#rules/business-day.ts'

export interface WithdrawFields extends Record<string, string> {
  amount: string
  speed: RedemptionSpeed
}

export const startWithdraw: WithdrawFields = { amount: '', speed: 'instant' }
export const speedOf = (text: string): RedemptionSpeed =>
  redemptionSpeed.safeParse(text).data ?? 'next_day'

export interface WithdrawLimits extends AmountLimits {
  /** The amount that can still be withdrawn instantly today. */
  instantLeft: bigint
}

/** The whole holding can be withdrawn, to the last cent. Only instant withdrawals have a further limit. */
export const withdrawLimits = (redeemable: bigint, instantLeft: bigint): WithdrawLimits => ({
  minimum: 1n,
  maximum: redeemable,
  available: redeemable,
  instantLeft,
})

export interface WithdrawIssue {
  code: FieldIssueCode
  /** Which limit an amount exceeds. */
  bound: 'redeemable' | 'instant'
}

export function withdrawIssue(
  { amount, speed }: WithdrawFields,
  limits: WithdrawLimits,
): WithdrawIssue | null {
  const code = amountIssue(amount, limits)
  if (code !== null) return { code, bound: 'redeemable' }
  const tooMuch = speed === 'instant' && (parseAmount(amount) ?? 0n) > limits.instantLeft
  return tooMuch ? { code: 'too_large', bound: 'instant' } : null
}

export function checkWithdraw(
  fields: WithdrawFields,
  limits: WithdrawLimits,
): Issues<WithdrawFields> {
  const issue = withdrawIssue(fields, limits)
  return issue === null ? {} : { amount: issue.code }
}

/** The amount and speed that the user is asked to confirm. */
export interface WithdrawDraft {
  amount: bigint
  speed: RedemptionSpeed
}

export const draftOf = ({ amount, speed }: WithdrawFields): WithdrawDraft => ({
  amount: parseAmount(amount) ?? 0n,
  speed,
})

export interface PayDates {
  payDay: Day
  /** Null for an instant withdrawal. */
  paysAt: number | null
  /** Null when it cannot be cancelled. */
  cancellableUntil: number | null
  /** The last day on which the amount earns income. */
  earnsUntil: Day
}

/** `atLeast` is the earliest pay-out day that the server has named; null when it has named none. */
export function payDates(
  speed: RedemptionSpeed,
  nowMs: number,
  atLeast: Day | null = null,
): PayDates {
  if (speed === 'next_day') {
    const { settleDay, settlesAt, cutOffAt } = datesAt(nowMs, atLeast)
    const earnsUntil = addDays(settleDay, -1)
    return { payDay: settleDay, paysAt: settlesAt, cancellableUntil: cutOffAt, earnsUntil }
  }
  const today = dayOf(nowMs)
  const payDay = atLeast !== null && atLeast > today ? atLeast : today
  return { payDay, paysAt: null, cancellableUntil: null, earnsUntil: addDays(payDay, -1) }
}

export const needsPassword = (amount: bigint, { passwordAbove }: FundTerms): boolean =>
  amount > passwordAbove

/** The confirmation of an amount that needs no trading password. */
const withoutPassword = z.object({ tradingPassword: z.string() })
export const confirmFormOf = (needed: boolean) => (needed ? confirmForm : withoutPassword)

export const WITHDRAW_PLACES = {
  ...CONFIRM_PLACES,
  trading_password_required: 'tradingPassword',
} as const
