/** The form of a limit: one value, strictly parsed, and the effect of saving it. */
import type { FieldIssueCode } from '#contract/errors.ts'
import type { OwnLimitKind } from '#contract/limits.ts'
import { KINDS } from '#features/limits/kinds.ts'
import { amountIssue, type AmountLimits, fieldText } from '#forms/amounts.ts'
import type { Issues } from '#forms/form.ts'
import { parseAmount } from '#rules/amounts.ts'
import { isTighter, type OwnLimit } from '#rules/own-limits.ts'

export interface LimitFields extends Record<string, string> {
  value: string
}

const COUNT = /^\d+$/

export function valueOf(kind: OwnLimitKind, text: string): bigint | null {
  if (KINDS[kind].unit === 'amount') return parseAmount(text)
  return COUNT.test(text) ? BigInt(text) : null
}

export const textOf = (kind: OwnLimitKind, value: bigint | null): string => {
  if (value === null) return ''
  return KINDS[kind].unit === 'amount' ? fieldText(value) : `${value}`
}

/** The bounds of an amount limit. */
export const limitsOf = (kind: OwnLimitKind): AmountLimits => ({ ...KINDS[kind], available: null })

function issueOf(kind: OwnLimitKind, text: string): FieldIssueCode | null {
  const { unit, minimum, maximum } = KINDS[kind]
  if (unit === 'amount') return amountIssue(text, limitsOf(kind))
  const value = valueOf(kind, text)
  if (value === null) return text === '' ? 'empty' : 'format'
  if (value < minimum) return 'too_small'
  return value > maximum ? 'too_large' : null
}

export function checkLimit(kind: OwnLimitKind, { value }: LimitFields): Issues<LimitFields> {
  const issue = issueOf(kind, value)
  return issue === null ? {} : { value: issue }
}

/** When the new value takes effect. `same`: it is in force already; `now`: on saving; `later`: one day after. */
export type Effect = 'same' | 'now' | 'later'

export function effectOf({ value: now }: OwnLimit<bigint>, value: bigint | null): Effect {
  if (value === now) return 'same'
  return isTighter(now, value) ? 'now' : 'later'
}
