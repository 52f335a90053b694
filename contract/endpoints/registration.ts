/** Endpoints for registration, in two steps. */
import { z } from 'zod/mini'
import { accountName, openingCode, password, phone } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'

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
  stores: 'much',
  access: 'public',
  perMinute: 10,
  summary: 'Register',
  body: z.extend(registerInfo, { password, tradingPassword: password }),
  reply: z.object({ account: accountName }),
  errors: [...refusals, 'password_too_common', 'passwords_equal'],
})
