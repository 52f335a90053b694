/** Starts sessions: the log-in, and what it has in common with becoming a guest. */
import { DAY_MS } from '#contract/time.ts'
import { atom } from 'jotai/vanilla'
import { call } from '#api/call.ts'
import {
  changeSession,
  forgetSessionAtom,
  loggedInAtom,
  refreshUserAtom,
  rememberAtom,
} from '#api/session.ts'
import type { Me } from '#contract/account.ts'
import { getMe, logIn } from '#contract/endpoints/identity.ts'
import type { FactorProof } from '#contract/factors.ts'
import { type Answer, isUncertain } from '#api/api-error.ts'
import { factorOfferDueAtom } from '#api/factor-offer.ts'
import { clearToastsAtom } from '#notifications/toasts.ts'
import { streamsAtom } from '#streams'

export interface Credentials {
  account: string
  password: string
  /** The proof of a second factor; null when none was requested yet. */
  proof: FactorProof | null
}

/** A user who has logged in does not wait longer to learn whether the browser has kept the cookie. */
const KEPT_WITHIN_MS = 3_000

/**
 * Starts the session that `ask` gets from the server. One tab at a time, because the cookie, which replaces that of the
 * session before, is common to all tabs.
 */
export const enterAtom = atom(
  null,
  (get, set, ask: () => Promise<Answer<{ handle: string; me: Me }>>): Promise<Answer<Me>> =>
    changeSession(async () => {
      const answer = await ask()
      if (!answer.ok) {
        // The server may have logged the user in although its answer was lost.
        if (isUncertain(answer.error)) await set(refreshUserAtom)
        return answer
      }
      const late = new Promise<null>((resolve) => setTimeout(resolve, KEPT_WITHIN_MS, null))
      const kept = await Promise.race([call(getMe, {}), late])
      if (kept?.ok === false && kept.error.kind === 'unauthorised') {
        // The cookie of the session before is gone too, and the log-in says why.
        if (get(loggedInAtom)) await set(forgetSessionAtom, 'ended')
        return { ok: false, error: { kind: 'no_cookies' } }
      }
      set(rememberAtom, answer.value)
      set(clearToastsAtom)
      get(streamsAtom)?.renew()
      return { ok: true, value: answer.value.me }
    }),
)

export const logInAtom = atom(
  null,
  async (get, set, credentials: Credentials): Promise<Answer<Me>> => {
    const answer = await set(enterAtom, () => call(logIn, { body: credentials }))
    // Those who have just registered came to try the app, and have nothing to protect yet.
    const isNew = (me: Me): boolean => (get(streamsAtom)?.serverNow() ?? 0) - me.createdAt < DAY_MS
    if (answer.ok && !isNew(answer.value)) set(factorOfferDueAtom, true)
    return answer
  },
)
