/** Operators log in, stay, add passkeys and log out: two factors, and nothing kept of a session that ended. */
import { z } from 'zod'
import * as d from '#contract/desk.ts'
import { endpoint } from '#contract/endpoint.ts'
import { operatorProof, webAuthnJson } from '#contract/factors.ts'
import { plainText, typedText } from '#contract/scalars.ts'

const row = <const P extends `/${string}`>(path: P) =>
  ({ path: `/desk${path}` as const, access: 'operator', perMinute: 240 }) as const
const secret = z.string().min(1).max(128)
const credentials = { name: typedText(64), password: secret }

/** Name, password and second factor at once: an answer says nothing of which of them was wrong. */
export const deskLogIn = endpoint({
  ...row('/session'),
  method: 'POST',
  access: 'public',
  perMinute: 20,
  summary: 'An operator logs in; sets the desk cookie',
  body: z.object({ ...credentials, proof: operatorProof }),
  reply: z.object({ operator: d.operator, refused: d.refusedLogIns.nullable() }),
  errors: ['login_failed', 'operator_not_enrolled'],
})
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
/** The page calls it when keys or pointers are used. Reading does not count: a page that only refreshes itself ends. */
export const deskActivity = endpoint({
  ...row('/session/activity'),
  method: 'POST',
  summary: 'Somebody is at the desk: the idle time begins again',
  body: z.object({}),
  reply: null,
  errors: [],
})
export const deskLogOut = endpoint({
  ...row('/session'),
  method: 'DELETE',
  summary: 'End this desk session',
  reply: null,
  errors: [],
})
export const deskMe = endpoint({
  ...row('/me'),
  method: 'GET',
  summary: 'Who is at the desk, and what waits',
  reply: z.object({ operator: d.operator, desk: d.deskState }),
  errors: [],
})

export const deskPasskeys = endpoint({
  ...row('/passkeys'),
  method: 'GET',
  summary: 'The passkeys of this operator',
  reply: z.object({ passkeys: z.array(d.deskPasskey) }),
  errors: [],
})
export const startDeskPasskey = endpoint({
  ...row('/passkeys/options'),
  method: 'POST',
  perMinute: 10,
  summary: 'What the browser needs to make a passkey',
  body: z.object({ password: secret }),
  reply: z.object({ options: webAuthnJson }),
  errors: ['old_password_wrong', 'too_many_passkeys'],
})
export const addDeskPasskey = endpoint({
  ...row('/passkeys'),
  method: 'POST',
  perMinute: 10,
  summary: 'Keep a passkey that the browser made',
  body: z.object({ name: plainText(1, 40), answer: webAuthnJson }),
  reply: null,
  errors: ['factor_wrong', 'too_many_passkeys'],
})
export const removeDeskPasskey = endpoint({
  ...row('/passkeys/:id/remove'),
  method: 'POST',
  perMinute: 10,
  summary: 'Forget a passkey',
  params: z.object({ id: z.string().regex(/^[\w-]{16,400}$/) }),
  body: z.object({ password: secret }),
  reply: null,
  errors: ['old_password_wrong'],
})
