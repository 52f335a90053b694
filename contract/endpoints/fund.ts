/** Endpoints of the balance fund: public terms and rates, and the transfers, withdrawals and statement of one user. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { MONEY_COMMAND_ERRORS } from '#contract/errors.ts'
import {
  fundAccrual,
  fundLot,
  fundLotKind,
  fundRate,
  fundRedemption,
  fundState,
  fundStatement,
  fundTerms,
  redemptionSpeed,
} from '#contract/fund.ts'
import { day, fundLotId, money, redemptionId } from '#contract/scalars.ts'

/** Returns the limits and the cut-off hour of the fund. */
export const getFundTerms = endpoint({
  method: 'GET',
  path: '/fund/terms',
  access: 'public',
  perMinute: 120,
  summary: 'Limits and hours of the balance fund',
  reply: fundTerms,
  errors: [],
})

/** Lists published rates, including those that are not in force yet. `before` selects rates that begin earlier. */
export const listFundRates = endpoint({
  method: 'GET',
  path: '/fund/rates',
  access: 'public',
  perMinute: 120,
  summary: 'Published rates, newest first',
  query: z.object({ before: z.optional(day) }),
  reply: z.object({ rates: z.array(fundRate), next: z.nullable(day) }),
  errors: [],
})

/** Returns the user's holdings in the fund. Live pages use the fund topic instead. */
export const getFund = endpoint({
  method: 'GET',
  path: '/fund',
  access: 'user',
  perMinute: 120,
  summary: 'Holdings of the user in the fund; the fund topic keeps them current',
  reply: fundState,
  errors: ['not_logged_in'],
})

/** Transfers available money into the fund. The lot counts for the current trade day. */
export const openSubscription = endpoint({
  method: 'POST',
  path: '/fund/subscriptions',
  access: 'user',
  command: 'fund_subscribe',
  perMinute: 20,
  summary: 'Transfer available money into the fund',
  /**
   * `confirmDay` is what the user saw before confirming. If it differs by now, the request is refused with
   * `fund_day_changed`.
   */
  body: z.object({ amount: money, confirmDay: day }),
  reply: z.object({ lot: fundLot }),
  errors: [
    'amount_below_minimum',
    'amount_above_maximum',
    'fund_holding_limit',
    'fund_day_changed',
    'available_too_low',
    'daily_count_reached',
    ...MONEY_COMMAND_ERRORS,
  ],
})

/** Cancels a pending transfer. Fails with `cut_off_passed` after the cut-off of its trade day. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/fund/subscriptions/:id/cancel',
  access: 'user',
  command: 'fund_cancel',
  perMinute: 20,
  summary: 'Cancel a transfer before its cut-off',
  params: z.object({ id: fundLotId }),
  body: z.object({}),
  reply: z.object({ lot: fundLot }),
  errors: ['document_moved_on', 'cut_off_passed', ...MONEY_COMMAND_ERRORS],
})

/** Withdraws confirmed shares to the user's available money, oldest lots first. */
export const openRedemption = endpoint({
  method: 'POST',
  path: '/fund/redemptions',
  access: 'user',
  command: 'fund_redeem',
  secrets: ['tradingPassword'],
  perMinute: 20,
  summary: 'Withdraw confirmed shares to the account, oldest first',
  body: z.object({
    amount: money,
    speed: redemptionSpeed,
    /** The pay day that the user saw before confirming; for `instant` it is today. */
    payDay: day,
    /** Null where the amount needs no password (FundTerms, passwordAbove). */
    tradingPassword: z.nullable(z.string().check(z.minLength(1), z.maxLength(128))),
  }),
  reply: z.object({ redemption: fundRedemption }),
  errors: [
    'amount_below_minimum',
    'redeemable_too_low',
    'instant_limit_reached',
    'fund_day_changed',
    'trading_password_required',
    'trading_password_wrong',
    'daily_count_reached',
    ...MONEY_COMMAND_ERRORS,
  ],
})

/** Cancels a next-day redemption. Fails with `cut_off_passed` after the cut-off of its trade day. */
export const cancelRedemption = endpoint({
  method: 'POST',
  path: '/fund/redemptions/:id/cancel',
  access: 'user',
  command: 'fund_redeem_cancel',
  perMinute: 20,
  summary: 'Cancel a next-day withdrawal before its cut-off',
  params: z.object({ id: redemptionId }),
  body: z.object({}),
  reply: z.object({ redemption: fundRedemption }),
  errors: ['document_moved_on', 'cut_off_passed', ...MONEY_COMMAND_ERRORS],
})

/** Lists the user's lots, optionally of one kind. `before` is the `next` of the previous page. */
export const listFundLots = endpoint({
  method: 'GET',
  path: '/fund/lots',
  access: 'user',
  perMinute: 120,
  summary: 'Lots of the fund, newest first',
  query: z.object({ kind: z.optional(fundLotKind), before: z.optional(fundLotId) }),
  reply: z.object({ lots: z.array(fundLot), next: z.nullable(fundLotId) }),
  errors: ['not_logged_in'],
})

/** Lists the user's redemptions. `before` is the `next` of the previous page. */
export const listRedemptions = endpoint({
  method: 'GET',
  path: '/fund/redemptions',
  access: 'user',
  perMinute: 120,
  summary: 'Withdrawals from the fund, newest first',
  query: z.object({ before: z.optional(redemptionId) }),
  reply: z.object({ redemptions: z.array(fundRedemption), next: z.nullable(redemptionId) }),
  errors: ['not_logged_in'],
})

/** Lists the user's daily income. `before` is a day, and only earlier days are returned. */
export const listAccruals = endpoint({
  method: 'GET',
  path: '/fund/accruals',
  access: 'user',
  perMinute: 120,
  summary: 'Income day by day, newest first',
  query: z.object({ before: z.optional(day) }),
  reply: z.object({ accruals: z.array(fundAccrual), next: z.nullable(day) }),
  errors: ['not_logged_in'],
})

/** Returns everything that is needed to recompute the user's income (rules/fund-income.ts). */
export const getFundStatement = endpoint({
  method: 'GET',
  path: '/fund/statement',
  access: 'user',
  perMinute: 20,
  summary: 'Everything that is needed to recompute the income',
  reply: fundStatement,
  errors: ['not_logged_in'],
})
