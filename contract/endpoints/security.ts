/** Endpoints of account security: passwords, signed-in devices, the history of log-ins, and second factors. */
import { z } from 'zod/mini'
import { password } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { factorProof, recoveryCode, totpCode, webAuthnJson } from '#contract/factors.ts'
import { shownText, timeMs } from '#contract/scalars.ts'

/** The proof of a second factor; null or missing if there is none. */
const proof = z._default(z.nullable(factorProof), null)
const secret = z.string().check(z.minLength(1), z.maxLength(128))
const sessionHandle = z.string().check(z.regex(/^[\w-]{22}$/))
const passkeyId = z.string().check(z.regex(/^[\w-]{16,400}$/))

/** Changes one of the two passwords. Every other session of the user ends. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/password',
  access: 'user',
  perMinute: 10,
  summary:
    'Change the login or trading password with the old one, and the second factor that is on',
  body: z.object({
    kind: z.enum(['login', 'trading']),
    oldPassword: secret,
    newPassword: password,
    proof,
  }),
  reply: null,
  errors: [
    'old_password_wrong',
    'password_too_common',
    'passwords_equal',
    'factor_required',
    'factor_wrong',
    'not_logged_in',
  ],
})

/** Changes the name by which the app addresses the user. */
export const changeNickname = endpoint({
  method: 'POST',
  path: '/nickname',
  access: 'user',
  perMinute: 10,
  summary: 'Change the name by which the app addresses the user',
  body: z.object({ nickname: shownText(2, 24) }),
  reply: null,
  errors: ['not_logged_in'],
})

/** Lists the user's sessions. `current` marks the caller's own. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  access: 'user',
  perMinute: 60,
  summary: 'Devices that are signed in',
  reply: z.object({
    sessions: z.array(
      z.object({
        handle: sessionHandle,
        current: z.boolean(),
        device: z.string(),
        address: z.string(),
        createdAt: timeMs,
        seenAt: timeMs,
      }),
    ),
  }),
  errors: ['not_logged_in'],
})

/** Ends one session of the user. Its sockets close within a second. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/sessions/:handle',
  access: 'user',
  perMinute: 60,
  summary: 'Sign one device out',
  params: z.object({ handle: sessionHandle }),
  reply: null,
  errors: ['not_logged_in'],
})

/** Ends every session of the user except the caller's own. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/sessions',
  access: 'user',
  perMinute: 20,
  summary: 'Sign every other device out',
  reply: null,
  errors: ['not_logged_in'],
})

const logInId = z.string().check(z.regex(/^[1-9]\d{0,18}$/))
/** Lists the log-ins of the account, including failed and refused attempts. */
export const listLogIns = endpoint({
  method: 'GET',
  path: '/log-ins',
  access: 'user',
  perMinute: 60,
  summary: 'Log-ins, including failed and refused attempts, newest first',
  query: z.object({ before: z.optional(logInId) }),
  reply: z.object({
    logIns: z.array(
      z.object({
        id: logInId,
        at: timeMs,
        succeeded: z.boolean(),
        device: z.string(),
        address: z.string(),
        /** Whether this device had logged in to this account before. */
        known: z.boolean(),
        /**
         * Refused before the password was checked, because too many attempts had failed. One entry sums up the attempts
         * of an hour.
         */
        refused: z.boolean(),
        /** The number of attempts that the entry sums up; 1 unless refused. */
        times: z.int().check(z.positive()),
        /** The number of network addresses, as far as they were counted. */
        places: z.int().check(z.positive()),
        /** When the last of these attempts was made. */
        lastAt: timeMs,
      }),
    ),
    next: z.nullable(logInId),
  }),
  errors: ['not_logged_in'],
})

/** Creates the secret of an authenticator app. It is returned once and takes effect with `confirmTotp`. */
export const startTotp = endpoint({
  method: 'POST',
  path: '/factors/totp',
  access: 'user',
  perMinute: 10,
  summary: 'Create a secret for an authenticator app',
  body: z.object({ password: secret }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['old_password_wrong', 'factor_already_on', 'not_logged_in'],
})
/** Turns the authenticator on with its first code. The recovery codes are returned only here. */
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/factors/totp/confirm',
  access: 'user',
  perMinute: 10,
  summary: 'Turn the authenticator on with its first code; returns the recovery codes once',
  body: z.object({ code: totpCode }),
  reply: z.object({ recoveryCodes: z.array(recoveryCode) }),
  errors: ['factor_wrong', 'factor_already_on', 'not_logged_in'],
})

/** Turns the authenticator off, with the password and a proof of a second factor. */
export const removeTotp = endpoint({
  method: 'POST',
  path: '/factors/totp/remove',
  access: 'user',
  perMinute: 10,
  summary: 'Turn the authenticator off',
  body: z.object({ password: secret, proof: factorProof }),
  reply: null,
  errors: ['old_password_wrong', 'factor_wrong', 'not_logged_in'],
})
/** Creates the passkey challenge for users who turn the authenticator off with a passkey instead of a code. */
export const challengeTotpRemoval = endpoint({
  method: 'POST',
  path: '/factors/totp/challenge',
  access: 'user',
  perMinute: 30,
  summary: 'A passkey challenge for turning the authenticator off',
  body: z.object({}),
  reply: z.object({ options: webAuthnJson }),
  errors: ['not_logged_in'],
})
/** Creates the registration options of a new passkey, after checking the password. */
export const startPasskey = endpoint({
  method: 'POST',
  path: '/factors/passkeys/options',
  access: 'user',
  perMinute: 10,
  summary: 'Options for creating a passkey',
  body: z.object({ password: secret }),
  reply: z.object({ options: webAuthnJson }),
  errors: ['old_password_wrong', 'too_many_passkeys', 'not_logged_in'],
})
/** Stores the passkey that the browser created from the options of `startPasskey`. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/factors/passkeys',
  access: 'user',
  perMinute: 10,
  summary: 'Store a passkey that the browser created',
  body: z.object({ name: shownText(1, 40), answer: webAuthnJson }),
  reply: null,
  errors: ['factor_wrong', 'too_many_passkeys', 'not_logged_in'],
})
/** Removes a passkey: at once with a second factor, or after two days if the user reports it lost. */
export const removePasskey = endpoint({
  method: 'POST',
  path: '/factors/passkeys/:id/remove',
  access: 'user',
  perMinute: 10,
  summary: 'Remove a passkey: at once with a second factor, or two days later',
  params: z.object({ id: passkeyId }),
  /**
   * `lost`: the user has no second factor to prove. The passkey is removed after two days, unless it is used before.
   */
  body: z.object({ password: secret, proof, lost: z._default(z.boolean(), false) }),
  reply: null,
  errors: ['old_password_wrong', 'factor_required', 'factor_wrong', 'not_logged_in'],
})

/** Sets whether the log-in asks for the second factor. It is turned on automatically with the first factor. */
export const askFactorAtLogIn = endpoint({
  method: 'POST',
  path: '/factors/log-in',
  access: 'user',
  perMinute: 10,
  summary: 'Set whether the log-in asks for the second factor',
  body: z.object({ on: z.boolean(), password: secret, proof }),
  reply: null,
  errors: ['old_password_wrong', 'factor_required', 'factor_wrong', 'not_logged_in'],
})

/** Creates the passkey challenge for a change that can be confirmed with a passkey instead of a code. */
export const challengeFactor = endpoint({
  method: 'POST',
  path: '/factors/challenge',
  access: 'user',
  perMinute: 30,
  summary: 'A passkey challenge for one change of the account security',
  body: z.object({
    what: z.enum([
      'login_password',
      'trading_password',
      'passkey_removal',
      'log_in_factor',
      'account_closing',
    ]),
  }),
  reply: z.object({ options: webAuthnJson }),
  errors: ['not_logged_in'],
})
