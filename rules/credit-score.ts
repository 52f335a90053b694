/** The credit score: three plain facts about an account, out of 100, shown with its parts; it decides nothing. */
import type { Profile } from '#contract/profile.ts'

const DAY_MS = 86_400_000

/** What each part is worth at most; together 100. */
export const CREDIT_POINTS = { identity: 50, age: 30, payouts: 20 } as const
export type CreditPart = keyof typeof CREDIT_POINTS
/** Whole days until the account's age gives all its points. */
export const CREDIT_FULL_DAYS = 90
/** Withdrawals paid out until they give all their points. */
export const CREDIT_FULL_PAYOUTS = 5

export interface CreditScore {
  /** From 0 to 100: the sum of the parts. */
  score: number
  /** In the order that they are shown. */
  parts: readonly {
    part: CreditPart
    points: number
    outOf: number
    /** The fact behind it: 1 or 0 for verified or not, whole days, payouts. */
    value: number
    /** The value from which all points are given. */
    fullAt: number
  }[]
}

/** Whole points, rounded down, never above the part's own. */
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

/** `nowMs` is the market clock's; an account that seems to come from the future is new. */
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
