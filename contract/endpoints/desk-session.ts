/** Endpoints of desk sessions: operators log in with two factors, stay logged in, manage passkeys and log out. */
import { z } from 'zod/mini'
import * as d from '#contract/desk.ts'
import { deskState } from '#contract/desk-state.ts'
import { endpoint } from '#contract/endpoint.ts'
import { operatorProof, webAuthnJson } from '#contract/factors.ts'
import { shownText, typedText } from '#contract/scalars.ts'

const row = <const P extends `/${string}`>(path: P) =>
  ({ path: `/desk${path}` as const, access: 'operator', perMinute: 240 }) as const
const secret = z.string().check(z.minLength(1), z.maxLength(128))
const credentials = { name: typedText(64), password: secret }

/**
 * Logs an operator in. Name, password and second factor are checked together, so that the reply does not reveal which
 * of them was wrong.
 */
export const deskLogIn = endpoint({
  ...row('/session'),
  method: 'POST',
  access: 'public',
  perMinute: 20,
  summary: 'Log an operator in; sets the desk cookie',
  body: z.object({ ...credentials, proof: operatorProof }),
  reply: z.object({ operator: d.operator, refused: z.nullable(d.refusedLogIns) }),
  errors: ['login_failed', 'operator_not_enrolled'],
})
/** Creates the passkey challenge for a desk log-in, after checking name and password. */
export const deskLogInChallenge = endpoint({
  ...row('/session/challenge'),
  method: 'POST',
  access: 'public',
  perMinute: 20,
  summary: 'What the browser needs to log in with a passkey instead of a code',
  body: z.object(credentials),
  reply: z.object({ options: webAuthnJson }),
  errors: ['login_failed', 'operator_not_enrolled', 'factor_required'],
})
/**
 * Restarts the idle time of the session (DESK_IDLE_MS). The page calls it on keyboard or pointer input, not on its own
 * refreshes.
 */
export const deskActivity = endpoint({
  ...row('/session/activity'),
  method: 'POST',
  summary: 'Report operator activity; restarts the idle time',
  body: z.object({}),
  reply: null,
  errors: [],
})
/** Ends the desk session of the caller. */
export const deskLogOut = endpoint({
  ...row('/session'),
  method: 'DELETE',
  summary: 'End this desk session',
  reply: null,
  errors: [],
})
/** Returns the logged-in operator and the state of the queues. */
export const deskMe = endpoint({
  ...row('/me'),
  method: 'GET',
  summary: 'The logged-in operator and the waiting items per queue',
  reply: z.object({ operator: d.operator, desk: deskState }),
  errors: [],
})

/** Lists the operator's own passkeys. */
export const deskPasskeys = endpoint({
  ...row('/passkeys'),
  method: 'GET',
  summary: 'The passkeys of this operator',
  reply: z.object({ passkeys: z.array(d.deskPasskey) }),
  errors: [],
})
/** Creates the registration options of a new passkey, after checking the password. */
export const startDeskPasskey = endpoint({
  ...row('/passkeys/options'),
  method: 'POST',
  perMinute: 10,
  summary: 'Options for creating a passkey',
  body: z.object({ password: secret }),
  reply: z.object({ options: webAuthnJson }),
  errors: ['old_password_wrong', 'too_many_passkeys'],
})
/** Stores the passkey that the browser created from the options of `startDeskPasskey`. */
export const addDeskPasskey = endpoint({
  ...row('/passkeys'),
  method: 'POST',
  perMinute: 10,
  summary: 'Store a passkey that the browser created',
  body: z.object({ name: shownText(1, 40), answer: webAuthnJson }),
  reply: null,
  errors: ['factor_wrong', 'too_many_passkeys'],
})
/** Removes one of the operator's own passkeys, after checking the password. */
export const removeDeskPasskey = endpoint({
  ...row('/passkeys/:id/remove'),
  method: 'POST',
  perMinute: 10,
  summary: 'Remove a passkey',
  params: z.object({ id: z.string().check(z.regex(/^[\w-]{16,400}$/)) }),
  body: z.object({ password: secret }),
  reply: null,
  errors: ['old_password_wrong'],
})
