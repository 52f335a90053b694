/** The balance fund: terms and rates for everybody; transfers in, withdrawals and the statement of one user. */
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
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

export const getFundTerms = endpoint({
  method: 'GET',
  path: '/fund/terms',
  access: 'public',
  perMinute: 120,
  summary: 'Limits and hours of the balance fund',
  reply: fundTerms,
  errors: [],
})

/** All days that are published ahead included; `before`: rates that begin earlier. */
export const listFundRates = endpoint({
  method: 'GET',
  path: '/fund/rates',
  access: 'public',
  perMinute: 120,
  summary: 'Published rates, newest first',
  query: z.object({ before: day.optional() }),
  reply: z.object({ rates: z.array(fundRate), next: day.nullable() }),
  errors: [],
})

export const getFund = endpoint({
  method: 'GET',
  path: '/fund',
  access: 'user',
  perMinute: 120,
  summary: 'The fund now; the fund topic keeps it so',
  reply: fundState,
  errors: ['not_logged_in'],
})

const COMMAND = ['money_writes_halted', 'key_missing', 'key_reused', 'not_logged_in'] as const

export const openSubscription = endpoint({
  method: 'POST',
  path: '/fund/subscriptions',
  access: 'user',
  command: 'fund_subscribe',
  perMinute: 20,
  summary: 'Transfer available money into the fund',
  /** `confirmDay` as shown before confirming; another by then is refused with `fund_day_changed`. */
  body: z.object({ amount: money, confirmDay: day }),
  reply: z.object({ lot: fundLot }),
  errors: [
    'amount_below_minimum',
    'amount_above_maximum',
    'fund_holding_limit',
    'fund_day_changed',
    'available_too_low',
    'daily_count_reached',
    ...COMMAND,
  ],
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/fund/subscriptions/:id/cancel',
  access: 'user',
  command: 'fund_cancel',
  perMinute: 20,
  summary: 'Take a transfer back before its cut-off',
  params: z.object({ id: fundLotId }),
  body: z.object({}),
  reply: z.object({ lot: fundLot }),
  errors: ['document_moved_on', 'cut_off_passed', ...COMMAND],
})

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
    /** As shown before confirming: today for `instant`. */
    payDay: day,
    /** Null where the amount needs none. */
    tradingPassword: z.string().min(1).max(128).nullable(),
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
    ...COMMAND,
  ],
})

export const cancelRedemption = endpoint({
  method: 'POST',
  path: '/fund/redemptions/:id/cancel',
  access: 'user',
  command: 'fund_redeem_cancel',
  perMinute: 20,
  summary: 'Take a next-day withdrawal back before its cut-off',
  params: z.object({ id: redemptionId }),
  body: z.object({}),
  reply: z.object({ redemption: fundRedemption }),
  errors: ['document_moved_on', 'cut_off_passed', ...COMMAND],
})

export const listFundLots = endpoint({
  method: 'GET',
  path: '/fund/lots',
  access: 'user',
  perMinute: 120,
  summary: 'Lots of the fund, newest first',
  query: z.object({ kind: fundLotKind.optional(), before: fundLotId.optional() }),
  reply: z.object({ lots: z.array(fundLot), next: fundLotId.nullable() }),
  errors: ['not_logged_in'],
})

export const listRedemptions = endpoint({
  method: 'GET',
  path: '/fund/redemptions',
  access: 'user',
  perMinute: 120,
  summary: 'Withdrawals from the fund, newest first',
  query: z.object({ before: redemptionId.optional() }),
  reply: z.object({ redemptions: z.array(fundRedemption), next: redemptionId.nullable() }),
  errors: ['not_logged_in'],
})

export const listAccruals = endpoint({
  method: 'GET',
  path: '/fund/accruals',
  access: 'user',
  perMinute: 120,
  summary: 'Income day by day, newest first',
  query: z.object({ before: day.optional() }),
  reply: z.object({ accruals: z.array(fundAccrual), next: day.nullable() }),
  errors: ['not_logged_in'],
})

export const getFundStatement = endpoint({
  method: 'GET',
  path: '/fund/statement',
  access: 'user',
  perMinute: 20,
  summary: 'All that the income follows from, to recompute it',
  reply: fundStatement,
  errors: ['not_logged_in'],
})
