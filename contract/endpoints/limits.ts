/** Endpoints of the limits that users set for themselves: view them, change one, pause trading. */
import { z } from 'zod/mini'
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

/** Returns the user's limits with the newest entries of their history. */
export const getOwnLimits = endpoint({
  method: 'GET',
  path: '/limits',
  access: 'user',
  perMinute: 120,
  summary: 'Limits of the user with their newest changes; the limits topic keeps them current',
  reply: z.object({ limits: ownLimits, changes: z.array(ownLimitChange) }),
  errors: ['not_logged_in'],
})

/**
 * Sets one limit. A tighter value applies at once; a looser one, or null for no limit, after 24 h. Setting the value
 * that is in force cancels a pending change.
 */
export const setOwnLimit = endpoint({
  method: 'POST',
  path: '/limits',
  access: 'user',
  perMinute: 30,
  summary: 'Set a limit for oneself: tighter at once, looser after 24 h',
  body: z.discriminatedUnion('kind', [
    z.object({
      kind: ownAmountKind,
      value: z.nullable(
        money.check(z.refine((value) => value >= OWN_AMOUNT_MIN && value <= OWN_AMOUNT_MAX)),
      ),
    }),
    z.object({
      kind: z.literal('open_positions'),
      value: z.nullable(z.int().check(z.gte(1), z.lte(OWN_POSITIONS_MAX))),
    }),
    z.object({
      kind: z.literal('session_minutes'),
      value: z.nullable(z.int().check(z.gte(OWN_MINUTES_MIN), z.lte(OWN_MINUTES_MAX))),
    }),
  ]),
  reply: z.object({ limits: ownLimits }),
  errors: ['not_logged_in'],
})

/** Pauses trading for the user. A pause that would end before the current one changes nothing. */
export const pauseTrading = endpoint({
  method: 'POST',
  path: '/limits/pause',
  access: 'user',
  perMinute: 10,
  summary: 'Pause trading; the pause ends automatically and cannot be shortened',
  body: z.object({ length: pauseLength }),
  reply: z.object({ limits: ownLimits }),
  errors: ['not_logged_in'],
})
