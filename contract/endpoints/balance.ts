/** Endpoints of the balance and of practice money. They have their own file because every page needs them. */
import { z } from 'zod/mini'
import { balance } from '#contract/balance.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MONEY_COMMAND_ERRORS } from '#contract/errors.ts'
import { money } from '#contract/scalars.ts'

/**
 * Credits practice money to the user. It is available only in practice mode; `practice_taken` says when it is available
 * again.
 */
export const takePracticeMoney = endpoint({
  method: 'POST',
  path: '/practice-money',
  access: 'guest',
  command: 'practice_money',
  perMinute: 20,
  summary: 'Practice money, once a day',
  body: z.object({}),
  reply: z.object({ amount: money, balance }),
  errors: [
    'practice_taken',
    'practice_disabled',
    'trading_paused',
    'device_paused',
    ...MONEY_COMMAND_ERRORS,
  ],
})

/** Returns the current balance of the user. Live pages use the balance topic instead. */
export const getBalance = endpoint({
  method: 'GET',
  path: '/balance',
  access: 'guest',
  perMinute: 120,
  summary: 'The current balance; the balance topic keeps it current',
  reply: balance,
  errors: ['not_logged_in'],
})
