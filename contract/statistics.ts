/** The platform's measured statistics: how orders ended, how many users lost money, and how long reviews took. */
import { z } from 'zod/mini'
import { timeMs } from '#contract/scalars.ts'

/**
 * Figures from fewer cases than this are withheld, because they would say more about single users than about the
 * platform.
 */
export const STATISTICS_MINIMUM = 20
/** The minimum time between two computations of the statistics. */
export const STATISTICS_PERIOD_MS = 300_000
/** The length of the recent period. */
export const STATISTICS_RECENT_DAYS = 30

const count = z.int().check(z.nonnegative())

/** The number of settled orders per outcome. It is null where there are fewer than STATISTICS_MINIMUM. */
export const orderOutcomes = z.object({ won: count, lost: count, draw: count, void: count })
/** The parsed number of orders per outcome. */
export type OrderOutcomes = z.infer<typeof orderOutcomes>

/** The kinds of documents whose review times are measured. */
export const REVIEW_KINDS = ['deposit', 'withdrawal', 'verification'] as const
/** The time from the submission of a document to its decision. Documents that the user cancelled are not counted. */
export const reviewTimes = z.object({
  kind: z.enum(REVIEW_KINDS),
  decided: count,
  /** The measured median and 90th percentile; null where there are fewer than STATISTICS_MINIMUM. */
  times: z.nullable(z.object({ medianMs: count, p90Ms: count })),
})
export type ReviewTimes = z.infer<typeof reviewTimes>

/** The statistics of one period. */
export const figures = z.object({
  settled: count,
  outcomes: z.nullable(orderOutcomes),
  /** The number of signed orders that were refused and whose end is known. */
  refused: count,
  /** How these would have ended by the rule; null if withheld. */
  refusedOutcomes: z.nullable(orderOutcomes),
  /** The number of users with at least one settled order. */
  traders: count,
  /** The number of these users whose orders lost more than they won in total; null if withheld. */
  losers: z.nullable(count),
  reviews: z.array(reviewTimes).check(z.length(REVIEW_KINDS.length)),
})
/** The parsed statistics of one period. */
export type Figures = z.infer<typeof figures>

/** The reply of `GET /statistics`. */
export const statistics = z.object({
  /** When the statistics were computed. */
  at: timeMs,
  /** Orders settled and documents decided in the STATISTICS_RECENT_DAYS days before `at`. */
  recent: figures,
  all: figures,
})
/** The parsed statistics of the platform. */
export type Statistics = z.infer<typeof statistics>
