/** Who is logged in, and the four values that the app stores about it (token, userInfo, appInfo, registerInfo). */
import { atom } from 'jotai/vanilla'
import { z } from 'zod/mini'
import { call } from '#api/call.ts'
import { type Me, me } from '#contract/account.ts'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { getMe } from '#contract/endpoints/identity.ts'
import { isStorageClosed } from '#device/texts.ts'
import { alone, tellTabs } from '#device/tabs.ts'
import { clearToastsAtom } from '#notifications/toasts.ts'
import { oweLogOut } from '#device/owed-log-out.ts'
import { json, storedAtom, sweepStoredAtom } from '#device/stored-atom.ts'
import type { SessionChange } from '#device/what-may-stay.ts'
import { connectionAtom, streamsAtom } from '#streams'

/** One change of the session at a time, in all tabs of this device. */
export const changeSession = <T>(work: () => Promise<T>): Promise<T> => alone('session', work)

/** The handle of the session. It identifies the session but authenticates nothing; the credential is a cookie. */
export const tokenAtom = storedAtom<string>({ key: 'token', initial: '', read: (text) => text })

const storedMe = z.pick(me, { account: true, nickname: true, guest: true })
type UserInfo = z.input<typeof storedMe>
const userInfoAtom = storedAtom<UserInfo | null>({
  key: 'userInfo',
  initial: null,
  ...json(storedMe),
  allTabs: true,
})

const appInfo = getAppInfo.reply
export type AppInfo = z.infer<typeof appInfo>
export const appInfoAtom = storedAtom<AppInfo | null>({
  key: 'appInfo',
  initial: null,
  ...json(appInfo),
})

const registerInfo = z.object({ account: z.string(), phone: z.string(), openingCode: z.string() })
export type RegisterInfo = z.infer<typeof registerInfo>
/** The checked fields of the first registration step. Never contains a password. */
export const registerInfoAtom = storedAtom<RegisterInfo | null>({
  key: 'registerInfo',
  initial: null,
  ...json(registerInfo),
})

export type User =
  /** Stored as logged in, but not confirmed by the server yet. */
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

/** The account that is logged in, as far as this device knows; null when there is none. */
export const accountAtom = atom(
  (get): string | null => get(confirmedAtom)?.account ?? get(userInfoAtom)?.account ?? null,
)

export const loggedInAtom = atom((get) => get(userAtom).status !== 'anonymous')

/** Whether the user is a guest, who trades on this device without having registered. */
export const guestAtom = atom(
  (get): boolean => (get(confirmedAtom) ?? get(userInfoAtom))?.guest === true,
)

/** The account of a guest that was created since this page was loaded; null if none was. */
export const madeGuestAtom = atom<string | null>(null)

/** Whether a registered user is logged in. Most pages of the account are closed to guests. */
export const memberAtom = atom((get) => get(loggedInAtom) && !get(guestAtom))

/** True while a registration ends the guest's session, in whichever tab, so that its end is not reported. */
export const endExpectedAtom = atom(false)

/** True after the session of this page ended and until the next log-in. The shell shows this once. */
export const sessionEndedAtom = atom(false)

/** How often another account has replaced the one that was logged in. What a page holds belongs to one of them. */
export const replacedAtom = atom(0)

let sweep: Promise<typeof import('#device/sweep.ts') | null> | null = null
/** Loads what a log-out needs, at the start of the page, because it could not be fetched without a network. */
export function loadSweep() {
  sweep ??= import('#device/sweep.ts').catch(() => {
    sweep = null
    return null
  })
  return sweep
}

/**
 * Removes everything about a session that has ended from this device, except what the list allows and what names
 * `successor`, the account that is logged in now. What the app knows of itself stays: it labels the prices.
 */
export const forgetSessionAtom = atom(
  null,
  (get, set, end: SessionChange, successor?: string): Promise<void> => {
    set(confirmedAtom, null)
    set(clearToastsAtom)
    set(sweepStoredAtom, end, successor)
    get(streamsAtom)?.renew()
    return loadSweep().then((loaded) => loaded?.sweepDevice(end, successor))
  },
)

/** Stores who is logged in, as the server has confirmed it. Another account finds nothing of the former one. */
export const rememberAtom = atom(null, (get, set, session: { handle: string; me: Me }) => {
  const { account, nickname, guest } = session.me
  const before = get(accountAtom)
  if (before !== null && before !== account) {
    set(replacedAtom, (times) => times + 1)
    void set(forgetSessionAtom, 'logOut', account)
  } else if (before === null) set(sweepStoredAtom, 'entered', account)
  set(sessionEndedAtom, false)
  set(endExpectedAtom, false)
  set(tokenAtom, session.handle)
  set(userInfoAtom, { account, nickname, ...(guest && { guest }) })
  set(confirmedAtom, session.me)
})

/** The session of this page is over. The user learns of it, unless the end was expected. */
export const endSessionAtom = atom(null, (get, set, end: SessionChange): void => {
  const expected = get(endExpectedAtom)
  if (get(loggedInAtom) && !expected) set(sessionEndedAtom, true)
  void set(forgetSessionAtom, expected && end === 'ended' ? 'registered' : end)
})

/**
 * Asks the server who is logged in. Only an explicit answer that no one is logged in ends the session; a lost answer
 * changes nothing.
 */
export const refreshUserAtom = atom(null, async (get, set) => {
  const asked = get(tokenAtom)
  // Where nothing can be stored, only the cookie says that a user is logged in.
  if (asked === '' && !isStorageClosed()) return
  const answer = await call(getMe, {})
  // The session may have ended meanwhile.
  if (get(tokenAtom) !== asked) return
  if (answer.ok) set(rememberAtom, answer.value)
  else if (answer.error.kind === 'unauthorised' && asked !== '') set(endSessionAtom, 'ended')
})

const LOOK_WITHIN_MS = 10_000

/**
 * The session of this page was replaced or has ended: asks the server who is logged in in this browser now, once no tab
 * is changing that. `over`: the server has said that this page's session ended.
 */
export const lookAgainAtom = atom(
  null,
  (get, set, over: boolean): Promise<void> =>
    changeSession(async () => {
      const held = get(tokenAtom)
      if (over && held === '') return
      const answer = await call(getMe, { signal: AbortSignal.timeout(LOOK_WITHIN_MS) })
      if (get(tokenAtom) !== held) return
      if (!answer.ok) {
        if (over) set(endSessionAtom, 'ended')
        return
      }
      const isOther = answer.value.handle !== held
      set(rememberAtom, answer.value)
      if (isOther || get(connectionAtom).status === 'ended') get(streamsAtom)?.renew()
    }),
)

export const refreshAppInfoAtom = atom(null, async (_get, set) => {
  const answer = await call(getAppInfo, {})
  if (answer.ok) set(appInfoAtom, answer.value)
})

/**
 * Every tab of this device forgets the session at once, even without a network. The log-out is sent to the server
 * before any other request.
 */
export const logOutAtom = atom(null, async (_get, set) => {
  oweLogOut()
  tellTabs('forget the session')
  const swept = set(forgetSessionAtom, 'logOut')
  await set(refreshAppInfoAtom)
  await swept
})
