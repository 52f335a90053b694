/** Endpoints for log-in, log-out, and the logged-in user. */
import { z } from 'zod/mini'
import { me } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { factorProof } from '#contract/factors.ts'
import { typedText } from '#contract/scalars.ts'

/**
 * Logs a user in. `handle` is an opaque name of the session for the client; the credential is an HttpOnly cookie. If a
 * second factor is required and `proof` is missing, a correct password is answered with `factor_required`. A locked
 * account says so only after a correct password.
 */
export const logIn = endpoint({
  method: 'POST',
  path: '/session',
  access: 'public',
  perMinute: 20,
  summary: 'Log in',
  body: z.object({
    account: typedText(64),
    password: z.string().check(z.minLength(1), z.maxLength(128)),
    /** The proof of a second factor; null or missing if there is none. */
    proof: z._default(z.nullable(factorProof), null),
  }),
  reply: z.object({ handle: z.string(), me }),
  errors: ['login_failed', 'factor_required', 'factor_wrong', 'account_locked'],
})

/** Ends the caller's session and closes its sockets. It succeeds without a session too. */
export const logOut = endpoint({
  method: 'DELETE',
  path: '/session',
  access: 'public',
  perMinute: 60,
  summary: 'End this session; its sockets close',
  reply: null,
  errors: [],
})

/** Returns the logged-in user and the handle of the session. */
export const getMe = endpoint({
  method: 'GET',
  path: '/me',
  access: 'guest',
  perMinute: 120,
  summary: 'The logged-in user',
  reply: z.object({ handle: z.string(), me }),
  errors: ['not_logged_in'],
})
