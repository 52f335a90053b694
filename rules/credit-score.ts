/**
 * The credit score: three facts about an account, out of 100 points, shown with its parts. No decision depends on it.
 */
import { DAY_MS } from '#contract/time.ts'
import type { Profile } from '#contract/profile.ts'

/** Maximum points of each part; together 100. */
export const CREDIT_POINTS = { identity: 50, age: 30, payouts: 20 } as const
type CreditPart = keyof typeof CREDIT_POINTS
/** The age of an account, in whole days, that earns all points of `age`. */
export const CREDIT_FULL_DAYS = 90
/** The number of paid withdrawals that earns all points of `payouts`. */
export const CREDIT_FULL_PAYOUTS = 5

/** The credit score of one user. */
export interface CreditScore {
  /** The sum of the parts, from 0 to 100. */
  score: number
  /** The parts, in the order in which the app shows them. */
  parts: readonly {
    part: CreditPart
    points: number
    outOf: number
    /** The fact behind the points: 1 or 0 for verified or not, whole days, or paid withdrawals. */
    value: number
    /** The value that earns all points. */
    fullAt: number
  }[]
}

/** The points of one part: whole points, rounded down, at most `outOf`. */
function partOf(part: CreditPart, value: number, fullAt: number): CreditScore['parts'][number] {
  const outOf = CREDIT_POINTS[part]
  return {
    part,
    points: Math.floor((Math.min(value, fullAt) * outOf) / fullAt),
    outOf,
    value,
    fullAt,
  }
}

/**
 * Computes the credit score. `nowMs` is a time of the market clock; an account with a later creation time counts as
 * new.
 */
export function creditScore(
  facts: Pick<Profile, 'createdAt' | 'completedPayouts'> & {
    verification: Pick<Profile['verification'], 'status'>
  },
  nowMs: number,
): CreditScore {
  const verified = facts.verification.status === 'verified' ? 1 : 0
  const days = Math.max(0, Math.floor((nowMs - facts.createdAt) / DAY_MS))
  const parts = [
    partOf('identity', verified, 1),
    partOf('age', days, CREDIT_FULL_DAYS),
    partOf('payouts', facts.completedPayouts, CREDIT_FULL_PAYOUTS),
  ]
  return { score: parts.reduce((sum, { points }) => sum + points, 0), parts }
}
