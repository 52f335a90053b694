import { DAY_MS } from '#contract/time.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verificationStatus } from '#contract/verification.ts'
import { timeMs } from '#contract/scalars.ts'
import {
  CREDIT_FULL_DAYS,
  CREDIT_FULL_PAYOUTS,
  CREDIT_POINTS,
  creditScore,
} from '#rules/credit-score.ts'

const CREATED = 1_700_000_000_000
const facts = fc.record({
  status: fc.constantFrom(...verificationStatus.options),
  ageMs: fc.oneof(
    fc.integer({ min: -DAY_MS, max: 400 * DAY_MS }),
    fc
      .nat({ max: 100 })
      .chain((days) => fc.integer({ min: -1, max: 1 }).map((by) => days * DAY_MS + by)),
  ),
  completedPayouts: fc.nat({ max: 12 }),
})
type Facts = typeof facts extends fc.Arbitrary<infer F> ? F : never
const scoreOf = ({ status, ageMs, completedPayouts }: Facts) =>
  creditScore(
    { verification: { status }, createdAt: timeMs.parse(CREATED), completedPayouts },
    CREATED + ageMs,
  )

/** Written apart from the rule: counts points one by one. */
function oracle({ status, ageMs, completedPayouts }: Facts): number {
  let score = status === 'verified' ? 50 : 0
  for (let days = 3; days <= 90; days += 3) if (ageMs >= days * DAY_MS) score += 1
  for (let payouts = 1; payouts <= 5; payouts += 1) if (completedPayouts >= payouts) score += 4
  return score
}

describe('the credit score', () => {
  it('is 50 for a verified identity, a point each three days up to 30, four a payout up to 20', () => {
    fc.assert(fc.property(facts, (each) => scoreOf(each).score === oracle(each)))
  })

  it('is the sum of whole parts, each within its own limit', () => {
    fc.assert(
      fc.property(facts, (each) => {
        const { score, parts } = scoreOf(each)
        expect(parts.map(({ part }) => part)).toEqual(['identity', 'age', 'payouts'])
        expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(score)
        for (const { part, points, outOf, value, fullAt } of parts) {
          expect(Number.isInteger(points) && points >= 0 && points <= outOf).toBe(true)
          expect(outOf).toBe(CREDIT_POINTS[part])
          expect(points === outOf).toBe(value >= fullAt)
        }
      }),
    )
  })

  it('never falls as an account grows older or is paid out once more', () => {
    fc.assert(
      fc.property(facts, fc.nat({ max: 10 * DAY_MS }), (each, laterMs) => {
        const later = { ...each, ageMs: each.ageMs + laterMs }
        const more = { ...each, completedPayouts: each.completedPayouts + 1 }
        expect(scoreOf(later).score).toBeGreaterThanOrEqual(scoreOf(each).score)
        expect(scoreOf(more).score).toBeGreaterThanOrEqual(scoreOf(each).score)
      }),
    )
  })

  it('begins at nothing and ends at a hundred', () => {
    const full = { status: 'verified', ageMs: CREDIT_FULL_DAYS * DAY_MS } as const
    expect(scoreOf({ status: 'none', ageMs: 0, completedPayouts: 0 }).score).toBe(0)
    expect(scoreOf({ ...full, completedPayouts: CREDIT_FULL_PAYOUTS }).score).toBe(100)
  })
})
