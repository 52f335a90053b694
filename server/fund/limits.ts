/** Limits of amounts and counts of the fund, in minor units. Users see them as terms. */
import { FUND_CUT_OFF_HOUR, FUND_ZONE, type FundTerms } from '#contract/fund.ts'
import { AMOUNT_MAXIMUM } from '#rules/amounts.ts'

/** The terms of the fund. Counts are per business day, whatever the status of the documents. */
export const FUND_TERMS: FundTerms = {
  zone: FUND_ZONE,
  cutOffHour: FUND_CUT_OFF_HOUR,
  minimum: 100n,
  maximum: AMOUNT_MAXIMUM,
  holdingMaximum: 100_000_000n,
  dailySubscriptions: 10,
  dailyRedemptions: 5,
  instantMaximum: 1_000_000n,
  passwordAbove: 100_000n,
}
/** One cent, so that even small income can be redeemed. */
export const REDEMPTION_MINIMUM = 1n

/** An operator's rate may start at most this many days ahead. */
export const RATE_DAYS_AHEAD = 31
/** Maximum number of proposals that await a decision. */
export const PROPOSALS_WAITING = 10
/** The example curve is published this many days ahead. */
export const CURVE_DAYS_AHEAD = 7
