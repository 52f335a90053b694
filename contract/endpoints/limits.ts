/** Limits that users set for themselves: looking at them, changing one, taking a break. */
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import {
  OWN_AMOUNT_MAX,
  OWN_AMOUNT_MIN,
  OWN_MINUTES_MAX,
  OWN_MINUTES_MIN,
  OWN_POSITIONS_MAX,
  ownAmountKind,
  ownLimitChange,
  ownLimits,
  pauseLength,
} from '#contract/limits.ts'
import { money } from '#contract/scalars.ts'

export const getOwnLimits = endpoint({
  method: 'GET',
  path: '/limits',
  access: 'user',
  perMinute: 120,
  summary: 'The own limits now with their newest changes; the limits topic keeps them so',
  reply: z.object({ limits: ownLimits, changes: z.array(ownLimitChange) }),
  errors: ['not_logged_in'],
})

/** Tighter holds at once; looser, or null for none, after 24 h. The value in force takes back what is pending. */
export const setOwnLimit = endpoint({
  method: 'POST',
  path: '/limits',
  access: 'user',
  perMinute: 30,
  summary: 'Set a limit for oneself: tighter at once, looser after 24 h',
  body: z.discriminatedUnion('kind', [
    z.object({
      kind: ownAmountKind,
      value: money.refine((it) => it >= OWN_AMOUNT_MIN && it <= OWN_AMOUNT_MAX).nullable(),
    }),
    z.object({
      kind: z.literal('open_positions'),
      value: z.int().min(1).max(OWN_POSITIONS_MAX).nullable(),
    }),
    z.object({
      kind: z.literal('session_minutes'),
      value: z.int().min(OWN_MINUTES_MIN).max(OWN_MINUTES_MAX).nullable(),
    }),
  ]),
  reply: z.object({ limits: ownLimits }),
  errors: ['not_logged_in'],
})

/** One that would end before the one that runs changes nothing. */
export const pauseTrading = endpoint({
  method: 'POST',
  path: '/limits/pause',
  access: 'user',
  perMinute: 10,
  summary: 'Take a break from trading; it ends by itself and never before its time',
  body: z.object({ length: pauseLength }),
  reply: z.object({ limits: ownLimits }),
  errors: ['not_logged_in'],
})
