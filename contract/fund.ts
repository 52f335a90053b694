/** The balance fund: its terms, rates, lots and redemptions, and everything needed to recompute a user's income. */
import { z } from 'zod'
import { reviewer } from '#contract/review.ts'
import { day, fundLotId, money, rateProposalId, redemptionId, timeMs } from '#contract/scalars.ts'

/** One business zone for everybody: days begin at 00:00 UTC, whatever zone a device or server is in. */
export const FUND_ZONE = 'UTC'
/** Transfers in before this hour of a business day count for that day; later ones for the next. */
export const FUND_CUT_OFF_HOUR = 15

/** Millionths of the share that a day earns: 50 is 0.50 for 10,000.00 a day, 1.825 % a year without compounding. */
export const DAILY_RATE_MAX = 300
export const dailyRate = z.int().min(0).max(DAILY_RATE_MAX)

/**
 * A published rate: it holds for `from` and every day after until the next one's `from`. Append-only, published before
 * its first day begins, each `from` later than all before. `by`: who proposed and who approved, never the same
 * person; the practice curve's name alone in practice mode.
 */
export const fundRate = z.object({
  from: day,
  dailyRate,
  publishedAt: timeMs,
  by: z.array(reviewer).min(1).max(2),
})
export type FundRate = z.infer<typeof fundRate>

export const fundTerms = z.object({
  zone: z.literal(FUND_ZONE),
  cutOffHour: z.int().min(0).max(23),
  /** Of one transfer in; `holdingMaximum` of everything in the fund. */
  minimum: money,
  maximum: money,
  holdingMaximum: money,
  /** Transfers in, and withdrawals, a business day. */
  dailySubscriptions: z.int().positive(),
  dailyRedemptions: z.int().positive(),
  /** Instant withdrawals a business day, in all. */
  instantMaximum: money,
  /** Withdrawals above this need the trading password. */
  passwordAbove: money,
})
export type FundTerms = z.infer<typeof fundTerms>

/** Money transferred in at one time (`transfer`), or a day's income (`income`, confirmed at once). */
export const fundLotKind = z.enum(['transfer', 'income'])
export const fundLotStatus = z.enum(['pending', 'confirmed', 'redeemed', 'cancelled'])
export const fundLot = z.object({
  id: fundLotId,
  kind: fundLotKind,
  amount: money,
  /** Not withdrawn yet; 0 once redeemed or cancelled. */
  remaining: money,
  status: fundLotStatus,
  createdAt: timeMs,
  /** The business day it counts for; it can be cancelled until that day's cut-off. Income: the day it is for. */
  tradeDay: day,
  cancellableUntil: timeMs,
  /** Its shares earn from this day on. */
  confirmDay: day,
  confirmsAt: timeMs,
  /** When it became confirmed, or was cancelled; null while pending. */
  confirmedAt: timeMs.nullable(),
  endedAt: timeMs.nullable(),
})
export type FundLot = z.infer<typeof fundLot>

/** `instant`: on the account at once. `next_day`: on the business day after the one it counts for. */
export const redemptionSpeed = z.enum(['instant', 'next_day'])
export type RedemptionSpeed = z.infer<typeof redemptionSpeed>
export const redemptionStatus = z.enum(['requested', 'paid', 'cancelled'])
export const fundRedemption = z.object({
  id: redemptionId,
  amount: money,
  speed: redemptionSpeed,
  status: redemptionStatus,
  createdAt: timeMs,
  tradeDay: day,
  /** Null for `instant`. */
  cancellableUntil: timeMs.nullable(),
  /** The shares earn up to the day before. */
  payDay: day,
  paysAt: timeMs,
  /** Paid or cancelled. */
  endedAt: timeMs.nullable(),
})
export type FundRedemption = z.infer<typeof fundRedemption>

/** How often something may still be done on the business day that ends at `resetsAt`. */
const left = z.object({ limit: z.int().positive(), remaining: z.int().nonnegative() })

/**
 * The fund topic's whole state. `total` = `confirmed` + `pending`; `redeeming` (asked back, not paid yet) is part of
 * `confirmed`; `redeemable` = `confirmed` − `redeeming`.
 */
export const fundState = z.object({
  /** Grows with every change: a client never shows an older one. */
  version: z.int().nonnegative(),
  total: money,
  confirmed: money,
  pending: money,
  redeeming: money,
  redeemable: money,
  income: z.object({
    /** Credited on the business day that ends at `resetsAt`, for the day before it. */
    today: money,
    total: money,
    /** Earned and not credited yet, in millionths of a cent. */
    carry: z.int().min(0).max(999_999),
  }),
  subscriptions: left,
  redemptions: left.extend({ instantRemaining: money }),
  /** From here on `income.today` is zero and the counts are whole again, also without a word from the server. */
  resetsAt: timeMs,
  /** Not confirmed yet, oldest first. */
  pendingLots: z.array(fundLot),
  /** Not paid yet, oldest first. */
  pendingRedemptions: z.array(fundRedemption),
})
export type FundState = z.infer<typeof fundState>

/**
 * A day's accrual: `share` is what was confirmed when the day ended, `dailyRate` the published rate of that day.
 * share (in cents) × dailyRate + carryBefore = credited (in cents) × 1,000,000 + carryAfter: exact, nothing is lost.
 */
export const fundAccrual = z.object({
  day,
  share: money,
  dailyRate,
  carryBefore: z.int().min(0).max(999_999),
  credited: money,
  carryAfter: z.int().min(0).max(999_999),
})
export type FundAccrual = z.infer<typeof fundAccrual>

/** Everything that income follows from, oldest first; and what was credited, to compare with. */
export const fundStatement = z.object({
  /** Days up to this one are accrued; null: nothing yet. */
  accruedThrough: day.nullable(),
  /** Transfers in that were confirmed. */
  confirmed: z.array(z.object({ id: fundLotId, day, amount: money })),
  /** Withdrawals that were paid: the money does not earn on `day`. */
  paid: z.array(z.object({ id: redemptionId, day, amount: money })),
  rates: z.array(fundRate),
  accruals: z.array(fundAccrual),
})
export type FundStatement = z.infer<typeof fundStatement>

export const rateProposalStatus = z.enum(['proposed', 'published', 'rejected'])
/** An operator proposes, a second one publishes or rejects it; too late to publish, it can only be rejected. */
export const rateProposal = z.object({
  id: rateProposalId,
  from: day,
  dailyRate,
  why: z.string(),
  status: rateProposalStatus,
  proposedBy: reviewer,
  proposedAt: timeMs,
  decidedBy: reviewer.nullable(),
  decidedAt: timeMs.nullable(),
})
export type RateProposal = z.infer<typeof rateProposal>
