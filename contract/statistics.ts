/** The platform's own measured figures: how orders ended, how many users lost, and how long reviews took. */
import { z } from 'zod'
import { timeMs } from '#contract/scalars.ts'

/** Below this many, a share would say more about a few people than about the platform: it is withheld. */
export const STATISTICS_MINIMUM = 20
/** Worked out anew at most this often. */
export const STATISTICS_PERIOD_MS = 300_000
/** What "recent" spans. */
export const STATISTICS_RECENT_DAYS = 30

const count = z.int().nonnegative()

/** Null: withheld, for there were fewer than STATISTICS_MINIMUM. */
export const orderOutcomes = z.object({ won: count, lost: count, draw: count, void: count })
export type OrderOutcomes = z.infer<typeof orderOutcomes>

export const REVIEW_KINDS = ['deposit', 'withdrawal', 'verification'] as const
/** From handing in to the decision; what a user cancelled is not counted. */
export const reviewTimes = z.object({
  kind: z.enum(REVIEW_KINDS),
  decided: count,
  /** Half took no longer than `medianMs`, nine of ten no longer than `p90Ms`; each was measured. Null: withheld. */
  times: z.object({ medianMs: count, p90Ms: count }).nullable(),
})
export type ReviewTimes = z.infer<typeof reviewTimes>

export const figures = z.object({
  settled: count,
  outcomes: orderOutcomes.nullable(),
  /** Users with a settled order. */
  traders: count,
  /** Of those, whose orders lost more than they won in all. Null: withheld. */
  losers: count.nullable(),
  reviews: z.array(reviewTimes).length(REVIEW_KINDS.length),
})
export type Figures = z.infer<typeof figures>

export const statistics = z.object({
  /** When they were worked out. */
  at: timeMs,
  /** What was settled or decided in the STATISTICS_RECENT_DAYS days before `at`. */
  recent: figures,
  all: figures,
})
export type Statistics = z.infer<typeof statistics>
