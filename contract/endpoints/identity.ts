/** Endpoints for registration in two steps, log-in, log-out, and the logged-in user. */
import { z } from 'zod/mini'
import { accountName, me, openingCode, password, phone } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { factorProof } from '#contract/factors.ts'
import { typedText } from '#contract/scalars.ts'

const registerInfo = z.object({ account: accountName, phone, openingCode })
/** Both steps check the data. */
const refusals = [
  'account_taken',
  'account_reserved',
  'opening_code_unknown',
  'phone_invalid',
  'device_paused',
] as const

/** Step one of registration: checks the data without storing anything. Step two sends all of it again. */
export const checkRegistration = endpoint({
  method: 'POST',
  path: '/registration/check',
  access: 'public',
  perMinute: 20,
  summary: 'Check a registration',
  body: registerInfo,
  reply: null,
  errors: [...refusals],
})

/**
 * Step two of registration: creates the account. It does not log the user in. With the session of a guest, the guest
 * becomes the new user and keeps orders and balance; the session ends.
 */
export const register = endpoint({
  method: 'POST',
  path: '/registration',
  access: 'public',
  perMinute: 10,
  summary: 'Register',
  body: z.extend(registerInfo, { password, tradingPassword: password }),
  reply: z.object({ account: accountName }),
  errors: [...refusals, 'password_too_common', 'passwords_equal'],
})

/**
 * Logs a user in. `handle` is an opaque name of the session for the client; the credential is an HttpOnly cookie. If a
 * second factor is required and `proof` is missing, a correct password is answered with `factor_required`.
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
  errors: ['login_failed', 'factor_required', 'factor_wrong'],
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
