/** The balance fund: its terms, rates, lots and redemptions, and everything needed to recompute a user's income. */
import { z } from 'zod/mini'
import { reviewer } from '#contract/review.ts'
import { day, fundLotId, money, rateProposalId, redemptionId, timeMs } from '#contract/scalars.ts'

/** The one time zone of the fund. Days begin at 00:00 UTC for every user, whatever the zone of a device or server. */
export const FUND_ZONE = 'UTC'
/** The cut-off hour (UTC). Transfers before it count for that business day, later ones for the next. */
export const FUND_CUT_OFF_HOUR = 15

/**
 * Maximum daily rate in millionths of the share. A rate of 50 earns 0.50 per day on 10,000.00, which is 1.825 % per
 * year without compounding.
 */
export const DAILY_RATE_MAX = 300
/** The income of one day in millionths of the share. It is the same for every user. */
export const dailyRate = z.int().check(z.gte(0), z.lte(DAILY_RATE_MAX))

/**
 * A published rate. It applies from the day `from` until the next rate's `from`. Rates are append-only: each is
 * published before its first day begins and later than all rates before it. `by` names the operator who proposed it and
 * the one who approved it, who are never the same; in practice mode it is only the practice curve.
 */
export const fundRate = z.object({
  from: day,
  dailyRate,
  publishedAt: timeMs,
  by: z.array(reviewer).check(z.minLength(1), z.maxLength(2)),
})
export type FundRate = z.infer<typeof fundRate>

/** The limits and hours of the fund, the reply of `GET /fund/terms`. */
export const fundTerms = z.object({
  zone: z.literal(FUND_ZONE),
  cutOffHour: z.int().check(z.gte(0), z.lte(23)),
  /** `minimum` and `maximum` apply to one transfer in, `holdingMaximum` to everything a user has in the fund. */
  minimum: money,
  maximum: money,
  holdingMaximum: money,
  /** Maximum number of transfers in and of withdrawals per user and business day. */
  dailySubscriptions: z.int().check(z.positive()),
  dailyRedemptions: z.int().check(z.positive()),
  /** Maximum sum of a user's instant withdrawals per business day. */
  instantMaximum: money,
  /** Withdrawals above this amount need the trading password. */
  passwordAbove: money,
})
/** Parsed terms of the fund. Amounts are bigint minor units (1/100). */
export type FundTerms = z.infer<typeof fundTerms>

/**
 * The origin of a lot: money that was transferred in (`transfer`), or the income of one day (`income`), which is
 * confirmed at once.
 */
export const fundLotKind = z.enum(['transfer', 'income'])
/** The state of a lot. `redeemed` and `cancelled` are final. */
export const fundLotStatus = z.enum(['pending', 'confirmed', 'redeemed', 'cancelled'])
/** A lot: what one transfer in, or the income of one day, put into the fund. Withdrawals use the oldest lots first. */
export const fundLot = z.object({
  id: fundLotId,
  kind: fundLotKind,
  amount: money,
  /** The part that is not withdrawn yet; 0 once the lot is redeemed or cancelled. */
  remaining: money,
  status: fundLotStatus,
  createdAt: timeMs,
  /**
   * The business day for which the lot counts. The lot can be cancelled until the cut-off of that day. For income, it
   * is the day on which it was earned.
   */
  tradeDay: day,
  cancellableUntil: timeMs,
  /** The first day on which its shares earn income. */
  confirmDay: day,
  confirmsAt: timeMs,
  /**
   * `confirmedAt` is when the lot was confirmed, `endedAt` when it was redeemed or cancelled; each is null until then.
   */
  confirmedAt: z.nullable(timeMs),
  endedAt: z.nullable(timeMs),
})
/** A parsed lot of the fund. Amounts are bigint minor units (1/100). */
export type FundLot = z.infer<typeof fundLot>

/** `instant` pays at once. `next_day` pays on the business day after the trade day. */
export const redemptionSpeed = z.enum(['instant', 'next_day'])
export type RedemptionSpeed = z.infer<typeof redemptionSpeed>
/** The state of a redemption. `paid` and `cancelled` are final. */
export const redemptionStatus = z.enum(['requested', 'paid', 'cancelled'])
/** A redemption: one withdrawal from the fund to the user's available money. */
export const fundRedemption = z.object({
  id: redemptionId,
  amount: money,
  speed: redemptionSpeed,
  status: redemptionStatus,
  createdAt: timeMs,
  tradeDay: day,
  /** Null for `instant`, which cannot be cancelled. */
  cancellableUntil: z.nullable(timeMs),
  /** The business day of the payment. The shares earn income up to the day before. */
  payDay: day,
  paysAt: timeMs,
  /** When the redemption was paid or cancelled; null until then. */
  endedAt: z.nullable(timeMs),
})
/** A parsed redemption. `amount` is in bigint minor units (1/100). */
export type FundRedemption = z.infer<typeof fundRedemption>

/** How often something is allowed per business day, and how often it is still allowed until `resetsAt`. */
const left = z.object({
  limit: z.int().check(z.positive()),
  remaining: z.int().check(z.nonnegative()),
})

/**
 * The whole state of the fund topic. `total` = `confirmed` + `pending`. `redeeming` (requested, not paid yet) is part
 * of `confirmed`. `redeemable` = `confirmed` − `redeeming`.
 */
export const fundState = z.object({
  /** It grows with every change, so that a client never replaces a newer state with an older one. */
  version: z.int().check(z.nonnegative()),
  total: money,
  confirmed: money,
  pending: money,
  redeeming: money,
  redeemable: money,
  income: z.object({
    /** Income credited on the business day that ends at `resetsAt`, for the day before it. */
    today: money,
    total: money,
    /** Income that is earned but not credited yet, in millionths of a cent. */
    carry: z.int().check(z.gte(0), z.lte(999_999)),
  }),
  subscriptions: left,
  redemptions: z.extend(left, { instantRemaining: money }),
  /**
   * From this time on, clients treat `income.today` as zero and the counts as unused, even before the server sends a
   * new state.
   */
  resetsAt: timeMs,
  /** Lots that are not confirmed yet, oldest first. */
  pendingLots: z.array(fundLot),
  /** Redemptions that are not paid yet, oldest first. */
  pendingRedemptions: z.array(fundRedemption),
})
/** The parsed state of the fund topic. Amounts are bigint minor units (1/100). */
export type FundState = z.infer<typeof fundState>

/**
 * The income of one day. `share` is the confirmed amount at the end of the day, `dailyRate` the published rate of that
 * day. The equation share (in cents) × dailyRate + carryBefore = credited (in cents) × 1,000,000 + carryAfter is exact.
 */
export const fundAccrual = z.object({
  day,
  share: money,
  dailyRate,
  carryBefore: z.int().check(z.gte(0), z.lte(999_999)),
  credited: money,
  carryAfter: z.int().check(z.gte(0), z.lte(999_999)),
})
/** A parsed accrual. Amounts are bigint minor units (1/100). */
export type FundAccrual = z.infer<typeof fundAccrual>

/**
 * The reply of `GET /fund/statement`: all inputs of the income, oldest first, and the credited income to compare with.
 */
export const fundStatement = z.object({
  /** The last day whose income is accrued; null if there is none yet. */
  accruedThrough: z.nullable(day),
  /** The confirmed transfers in. */
  confirmed: z.array(z.object({ id: fundLotId, day, amount: money })),
  /** The paid withdrawals. The money no longer earns on `day`. */
  paid: z.array(z.object({ id: redemptionId, day, amount: money })),
  rates: z.array(fundRate),
  accruals: z.array(fundAccrual),
})
export type FundStatement = z.infer<typeof fundStatement>

/** The state of a proposed rate. `published` and `rejected` are final. */
export const rateProposalStatus = z.enum(['proposed', 'published', 'rejected'])
/**
 * A rate that one operator proposed and a second operator publishes or rejects. Once it is too late to publish it, it
 * can only be rejected.
 */
export const rateProposal = z.object({
  id: rateProposalId,
  from: day,
  dailyRate,
  why: z.string(),
  status: rateProposalStatus,
  proposedBy: reviewer,
  proposedAt: timeMs,
  decidedBy: z.nullable(reviewer),
  decidedAt: z.nullable(timeMs),
})
export type RateProposal = z.infer<typeof rateProposal>
