/** The balance and practice money: in a file of their own, since every page shows them. */
import { z } from 'zod'
import { balance } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { money } from '#contract/scalars.ts'

export const takePracticeMoney = endpoint({
  method: 'POST',
  path: '/practice-money',
  access: 'user',
  command: 'practice_money',
  perMinute: 20,
  summary: 'Practice money, once a day',
  body: z.object({}),
  reply: z.object({ amount: money, balance }),
  errors: [
    'practice_taken',
    'practice_disabled',
    'trading_paused',
    'money_writes_halted',
    'key_missing',
    'key_reused',
    'not_logged_in',
  ],
})

export const getBalance = endpoint({
  method: 'GET',
  path: '/balance',
  access: 'user',
  perMinute: 120,
  summary: 'The balance now; the balance topic keeps it so',
  reply: balance,
  errors: ['not_logged_in'],
})
