/** A withdrawal from the fund as a form: how much and when; and the trading password that confirms large ones. */
import { z } from 'zod'
import type { FieldIssueCode } from '#contract/errors.ts'
import { type FundTerms, type RedemptionSpeed, redemptionSpeed } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { datesAt } from '#features/fund/fund-day.ts'
import { type AmountLimits, amountIssue } from '#lib/amounts.ts'
import { CONFIRM_PLACES, confirmForm } from '#lib/confirm-form.ts'
import type { Issues } from '#lib/form.ts'
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
  /** What may still be withdrawn at once today. */
  instantLeft: bigint
}

/** Whatever is there can be taken out, to the last cent; only at once it is bounded further. */
export const withdrawLimits = (redeemable: bigint, instantLeft: bigint): WithdrawLimits => ({
  minimum: 1n,
  maximum: redeemable,
  available: redeemable,
  instantLeft,
})

export interface WithdrawIssue {
  code: FieldIssueCode
  /** Which bound a too large amount breaks. */
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

/** What the user is asked to confirm: this much, this fast. */
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
  /** Null: at once. */
  paysAt: number | null
  /** Null: it cannot be taken back. */
  cancellableUntil: number | null
  /** The last day for which the amount earns. */
  earnsUntil: Day
}

/** `atLeast`: the server has said that it is paid on this day and no earlier; null: it has not. */
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

/** The last look at an amount that needs no trading password. */
const withoutPassword = z.object({ tradingPassword: z.string() })
export const confirmFormOf = (needed: boolean) => (needed ? confirmForm : withoutPassword)

export const WITHDRAW_PLACES = {
  ...CONFIRM_PLACES,
  trading_password_required: 'tradingPassword',
} as const
