/** Who is logged in, and the four things the app stores about that (token, userInfo, appInfo, registerInfo). */
import { atom } from 'jotai/vanilla'
import { z } from 'zod'
import type { Answer } from '#lib/api-error.ts'
import { call } from '#api/call.ts'
import { type Me, me } from '#contract/account.ts'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { getMe, logIn } from '#contract/endpoints/identity.ts'
import type { FactorProof } from '#contract/factors.ts'
import { factorOfferDueAtom } from '#lib/factor-offer.ts'
import { oweLogOut } from '#lib/owed-log-out.ts'
import { readJson, storedAtom } from '#lib/stored.ts'
import { streamsAtom } from '#streams'

/** The session's handle: it names the session and authenticates nothing; the credential is a cookie. */
export const tokenAtom = storedAtom<string>({ key: 'token', initial: '', read: (text) => text })

const storedMe = me.pick({ account: true, nickname: true })
type UserInfo = z.infer<typeof storedMe>
const userInfoAtom = storedAtom<UserInfo | null>({
  key: 'userInfo',
  initial: null,
  read: readJson((value) => storedMe.safeParse(value)),
  write: JSON.stringify,
  allTabs: true,
})

const appInfo = getAppInfo.reply
export type AppInfo = z.infer<typeof appInfo>
export const appInfoAtom = storedAtom<AppInfo | null>({
  key: 'appInfo',
  initial: null,
  read: readJson((value) => appInfo.safeParse(value)),
  write: JSON.stringify,
})

const registerInfo = z.object({ account: z.string(), phone: z.string(), openingCode: z.string() })
export type RegisterInfo = z.infer<typeof registerInfo>
/** What step one of registration found in order. Never a password. */
export const registerInfoAtom = storedAtom<RegisterInfo | null>({
  key: 'registerInfo',
  initial: null,
  read: readJson((value) => registerInfo.safeParse(value)),
  write: JSON.stringify,
})

export type User =
  /** Stored as logged in, not yet confirmed by the server. */
  { status: 'unknown'; nickname: string } | { status: 'anonymous' } | { status: 'user'; me: Me }

const confirmedAtom = atom<Me | null>(null)

export const userAtom = atom((get): User => {
  const confirmed = get(confirmedAtom)
  const info = get(userInfoAtom)
  if (confirmed !== null) {
    // Another tab may have changed the nickname since.
    const same = info !== null && info.account === confirmed.account
    return { status: 'user', me: same ? { ...confirmed, nickname: info.nickname } : confirmed }
  }
  if (get(tokenAtom) === '') return { status: 'anonymous' }
  return { status: 'unknown', nickname: info?.nickname ?? '' }
})

/** The account that is logged in, as far as this device knows; null: none. */
export const accountAtom = atom(
  (get): string | null => get(confirmedAtom)?.account ?? get(userInfoAtom)?.account ?? null,
)

export const loggedInAtom = atom((get) => get(userAtom).status !== 'anonymous')

const clearAtom = atom(null, (_get, set) => {
  set(confirmedAtom, null)
  set(tokenAtom, '')
  set(userInfoAtom, null)
  set(appInfoAtom, null)
  set(registerInfoAtom, null)
})

/** For a session that is over: nothing of it stays on this device. */
export const forgetSessionAtom = atom(null, (get, set) => {
  set(clearAtom)
  get(streamsAtom)?.renew()
})

const rememberAtom = atom(null, (_get, set, session: { handle: string; me: Me }) => {
  const { account, nickname } = session.me
  set(tokenAtom, session.handle)
  set(userInfoAtom, { account, nickname })
  set(confirmedAtom, session.me)
})

/** Asks the server who this is; only a clear "nobody" logs out, a lost answer changes nothing. */
export const refreshUserAtom = atom(null, async (get, set) => {
  if (get(tokenAtom) === '') return
  const answer = await call(getMe, {})
  if (answer.ok) set(rememberAtom, answer.value)
  else if (answer.error.kind === 'unauthorised' && get(tokenAtom) !== '') set(forgetSessionAtom)
})

export const refreshAppInfoAtom = atom(null, async (_get, set) => {
  const answer = await call(getAppInfo, {})
  if (answer.ok) set(appInfoAtom, answer.value)
})

export interface Credentials {
  account: string
  password: string
  /** Of a second factor; null: not asked for yet. */
  proof: FactorProof | null
}

export const logInAtom = atom(
  null,
  async (get, set, credentials: Credentials): Promise<Answer<Me>> => {
    const answer = await call(logIn, { body: credentials })
    if (!answer.ok) return answer
    set(rememberAtom, answer.value)
    set(factorOfferDueAtom, true)
    get(streamsAtom)?.renew()
    return { ok: true, value: answer.value.me }
  },
)

/** What the open tabs of this device tell each other. */
export const tabs = new BroadcastChannel('fairtick')
export const FORGET = 'forget the session'

/** This device forgets at once in every tab, with or without a network; the server hears of it before anything else. */
export const logOutAtom = atom(null, async (_get, set) => {
  oweLogOut()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  tabs.postMessage(FORGET)
  set(forgetSessionAtom)
  await set(refreshAppInfoAtom)
})
