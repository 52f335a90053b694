/** Registering in two steps, logging in and out, and who am I. */
import { z } from 'zod'
import { accountName, me, openingCode, password, phone } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { factorProof } from '#contract/factors.ts'
import { typedText } from '#contract/scalars.ts'

const registerInfo = z.object({ account: accountName, phone, openingCode })

/** Step one of registration: nothing is stored; step two sends all of it. */
export const checkRegistration = endpoint({
  method: 'POST',
  path: '/registration/check',
  access: 'public',
  perMinute: 20,
  summary: 'Whether account, phone and opening code can register',
  body: registerInfo,
  reply: null,
  errors: ['account_taken', 'opening_code_unknown', 'phone_invalid'],
})

export const register = endpoint({
  method: 'POST',
  path: '/registration',
  access: 'public',
  perMinute: 10,
  summary: 'Register with both passwords; the user logs in next',
  body: registerInfo.extend({ password, tradingPassword: password }),
  reply: z.object({ account: accountName }),
  errors: [
    'account_taken',
    'opening_code_unknown',
    'phone_invalid',
    'password_too_common',
    'passwords_equal',
  ],
})

/**
 * `handle` names the session for the client's own bookkeeping; the credential is an HttpOnly cookie. Without a proof of
 * the second factor where one is asked for: `factor_required`, after the password was right.
 */
export const logIn = endpoint({
  method: 'POST',
  path: '/session',
  access: 'public',
  perMinute: 20,
  summary: 'Log in; sets the session cookie',
  body: z.object({
    account: typedText(64),
    password: z.string().min(1).max(128),
    /** Of a second factor; null or left out: none. */
    proof: factorProof.nullable().default(null),
  }),
  reply: z.object({ handle: z.string(), me }),
  errors: ['login_failed', 'factor_required', 'factor_wrong'],
})

export const logOut = endpoint({
  method: 'DELETE',
  path: '/session',
  access: 'public',
  perMinute: 60,
  summary: 'End this session; its sockets close',
  reply: null,
  errors: [],
})

export const getMe = endpoint({
  method: 'GET',
  path: '/me',
  access: 'user',
  perMinute: 120,
  summary: 'The logged-in user',
  reply: z.object({ handle: z.string(), me }),
  errors: ['not_logged_in'],
})
