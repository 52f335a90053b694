/** How much and how often may move in and out of the fund; shown to users as terms. Amounts in minor units. */
import { FUND_CUT_OFF_HOUR, FUND_ZONE, type FundTerms } from '#contract/fund.ts'
import { AMOUNT_MAXIMUM } from '#rules/amounts.ts'

/** Counts are by the business day, whatever became of the documents. */
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
/** Whatever is there can be taken out, income of a few cents too. */
export const REDEMPTION_MINIMUM = 1n

/** An operator's rate may begin this many days ahead at most. */
export const RATE_DAYS_AHEAD = 31
export const PROPOSALS_WAITING = 10
/** The example curve stands this many days ahead. */
export const CURVE_DAYS_AHEAD = 7
