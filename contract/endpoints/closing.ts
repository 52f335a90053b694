/** Endpoints by which owners lock or close their accounts. */
import { z } from 'zod/mini'
import { closingObstacle } from '#contract/closing.ts'
import { endpoint } from '#contract/endpoint.ts'
import { BARRED_ERRORS } from '#contract/errors.ts'
import { factorProof } from '#contract/factors.ts'
import { timeMs } from '#contract/scalars.ts'

/**
 * Locks the caller's account and ends all its sessions, this one too. Only a recovery with verified documents unlocks
 * it, so it is refused to users who are not verified.
 */
export const lockAccount = endpoint({
  method: 'POST',
  path: '/account/lock',
  access: 'user',
  perMinute: 10,
  summary: 'Lock the account and end all its sessions; only a recovery unlocks it',
  body: z.object({
    /** `login`: because of a message about the account’s security. */
    reason: z.enum(['owner', 'login']),
  }),
  reply: null,
  errors: ['identity_not_verified', 'not_logged_in'],
})

/** Returns whether the account is closing, and what is in the way of closing it. */
export const getClosing = endpoint({
  method: 'GET',
  path: '/account/closing',
  access: 'user',
  perMinute: 60,
  summary: 'Whether the account is closing, and what is in the way',
  reply: z.object({
    /** When the account is closed; null if it is not closing. */
    closesAt: z.nullable(timeMs),
    obstacles: z.array(closingObstacle),
  }),
  errors: ['not_logged_in'],
})

/** Begins the days after which the account is closed for good. */
export const closeAccount = endpoint({
  method: 'POST',
  path: '/account/close',
  access: 'user',
  perMinute: 10,
  summary: 'Close the account in 14 days, with the login password and the second factor that is on',
  body: z.object({
    password: z.string().check(z.minLength(1), z.maxLength(128)),
    /** The proof of a second factor; null or missing if there is none. */
    proof: z._default(z.nullable(factorProof), null),
  }),
  reply: z.object({ closesAt: timeMs }),
  errors: [
    'old_password_wrong',
    'factor_required',
    'factor_wrong',
    'closing_blocked',
    ...BARRED_ERRORS,
    'not_logged_in',
  ],
})

/** Cancels the closing. Succeeds too if the account is not closing. */
export const keepAccount = endpoint({
  method: 'POST',
  path: '/account/keep',
  access: 'user',
  perMinute: 10,
  summary: 'Keep the account that is closing',
  reply: null,
  errors: ['not_logged_in'],
})
