import { createStore } from 'jotai/vanilla'
import { expect, it } from 'vitest'
import { factorOfferDueAtom } from '#api/factor-offer.ts'
import { logInAtom } from '#api/log-in.ts'
import {
  appInfoAtom,
  forgetSessionAtom,
  logOutAtom,
  refreshAppInfoAtom,
  refreshUserAtom,
  registerInfoAtom,
  tokenAtom,
  userAtom,
} from '#api/session.ts'
import { showToastAtom, toastsAtom } from '#notifications/toasts.ts'
import { sittingAtom } from '#features/limits/sitting.ts'
import { drawingsTextAtom } from '#features/chart/drawings/drawing-choices.ts'
import { hearOtherTabs } from '#device/stored-atom.ts'
import { streamsAtom } from '#streams'
import { createFakeStreams } from '#support/fake-streams.ts'
import { until } from '#support/until.ts'
import { fakeNetwork, json, problem } from '../features/render-feature.tsx'

const me = {
  account: 'newby_01',
  nickname: 'Newby',
  openingCode: '0123456789',
  level: 'ordinary',
  createdAt: 1,
}
const session = { handle: 'handle-1', me }
const login = { account: 'newby_01', password: 'correct-horse', proof: null }
const appInfo = {
  version: '1.0.0',
  versionCode: 100,
  practice: true,
  guests: true,
  supportContact: null,
  practiceReviewer: true,
  source: 'simulated',
  speed: 1,
  serverTime: 1,
}

function room() {
  const store = createStore()
  const streams = createFakeStreams()
  store.set(streamsAtom, streams)
  return { store, streams }
}

it('stores the handle and the name at log-in, never the password, and renews the socket', async () => {
  fakeNetwork(() => json(session))
  const { store, streams } = room()
  await store.set(logInAtom, login)
  expect(store.get(userAtom)).toMatchObject({ status: 'user', me: { account: 'newby_01' } })
  expect(localStorage.getItem('token')).toBe('handle-1')
  expect(localStorage.getItem('userInfo')).toBe('{"account":"newby_01","nickname":"Newby"}')
  expect(JSON.stringify(localStorage)).not.toContain('correct-horse')
  expect(streams.calls.renew).toBe(1)
})

it('leaves no notice to the user who logs in, and offers a second factor from the second day on', async () => {
  for (const [ageMs, offered] of [
    [86_399_999, false],
    [86_400_000, true],
  ] as const) {
    const { store, streams } = room()
    fakeNetwork(() => json({ ...session, me: { ...me, createdAt: streams.serverNow() - ageMs } }))
    store.set(showToastAtom, { tone: 'good', text: 'Please log in.' })
    await store.set(logInAtom, login)
    expect(store.get(toastsAtom)).toEqual([])
    expect(store.get(factorOfferDueAtom)).toBe(offered)
  }
})

it('leaves everything as it was when log-in is refused', async () => {
  fakeNetwork(() => problem('login_failed', 401))
  const { store, streams } = room()
  expect(await store.set(logInAtom, login)).toMatchObject({ ok: false })
  expect(store.get(userAtom)).toEqual({ status: 'anonymous' })
  expect(streams.calls.renew).toBe(0)
})

it('empties what is stored of the user at log-out, offline too, and renews', async () => {
  const order: string[] = []
  const { store, streams } = room()
  fakeNetwork(() => json(session))
  await store.set(logInAtom, login)
  store.set(registerInfoAtom, { account: 'a', phone: '+1', openingCode: 'x' })
  fakeNetwork((sent) => {
    order.push(`${sent.method} ${sent.path}`)
    throw new TypeError('offline')
  })
  await store.set(logOutAtom)
  for (const key of ['token', 'userInfo', 'registerInfo'])
    expect(localStorage.getItem(key)).toBeNull()
  expect(store.get(userAtom)).toEqual({ status: 'anonymous' })
  expect(order).toEqual(['DELETE /session'])
  expect(streams.calls.renew).toBe(2)
})

/** What a device can hold when its user logs out. */
const HELD = {
  theme: 'dark',
  favourites: '["GC"]',
  knownHistory: '{}',
  'command:0123': '{"account":"newby_01"}',
  'supportDraft:newby_01': 'half a',
  'supportUnsent:newby_01': '[]',
  ticketGuide: '{"newby":"seen"}',
  lastPlace: '/pages/order/order',
  drawings: 'private',
  sitting: '{}',
  guestKey: 'k',
  'a-new-key': 'newby_01',
}
const hold = (): void => {
  for (const [key, text] of Object.entries(HELD)) localStorage.setItem(key, text)
  sessionStorage.setItem('a-new-key', 'newby_01')
}
const held = (): string[] => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort()

it('leaves in storage what the list allows, whatever a new version may have stored there', async () => {
  const { store } = room()
  fakeNetwork(() => json(session))
  await store.set(logInAtom, login)
  hold()
  fakeNetwork(() => {
    throw new TypeError('offline')
  })
  await store.set(logOutAtom)
  expect(held()).toEqual(['favourites', 'knownHistory', 'logOutOwed', 'theme'])
})

it('leaves more for the next log-in when the session ended without a log-out', async () => {
  const { store } = room()
  hold()
  await store.set(forgetSessionAtom, 'ended')
  expect(held()).toEqual([
    'command:0123',
    'favourites',
    'knownHistory',
    'lastPlace',
    'supportDraft:newby_01',
    'supportUnsent:newby_01',
    'theme',
    'ticketGuide',
  ])
})

it('holds nothing in the page either that could be stored again after the log-out', async () => {
  const { store } = room()
  hold()
  fakeNetwork(() => json(session))
  await store.set(logInAtom, login)
  const text = '{"session":"handle-1","startedAt":1,"seenAt":1,"remindedAt":1,"profitAndLoss":"5"}'
  localStorage.setItem('sitting', text)
  expect(store.get(sittingAtom)?.profitAndLoss).toBe('5')
  const seen = store.get(sittingAtom)
  store.set(sittingAtom, seen && { ...seen, seenAt: 2 })
  await store.set(logOutAtom)
  expect([store.get(sittingAtom), store.get(drawingsTextAtom)]).toEqual([null, ''])
})

it('stays logged out when the answer to who this is comes after the log-out', async () => {
  const { store } = room()
  const answer = Promise.withResolvers<Response>()
  localStorage.setItem('token', 'handle-1')
  const calls = fakeNetwork(() => answer.promise)
  const asked = store.set(refreshUserAtom)
  await until('the question', () => calls.length === 1)
  fakeNetwork(() => {
    throw new TypeError('offline')
  })
  await store.set(logOutAtom)
  answer.resolve(json(session))
  await asked
  expect(store.get(userAtom)).toEqual({ status: 'anonymous' })
  expect(held()).toEqual(['logOutOwed'])
})

it('lets nothing out before a log-out that the server has not heard of, in whatever tab', async () => {
  const order: string[] = []
  let online = false
  fakeNetwork((sent) => {
    order.push(`${sent.method} ${sent.path}`)
    if (!online) throw new TypeError('offline')
    if (sent.method === 'DELETE') return new Response(null, { status: 204 })
    return sent.path === '/app-info' ? json(appInfo) : json(session)
  })
  await room().store.set(logOutAtom)
  const other = room()
  await other.store.set(refreshAppInfoAtom)
  expect(await other.store.set(logInAtom, login)).toMatchObject({ ok: false })
  expect(new Set(order)).toEqual(new Set(['DELETE /session']))
  online = true
  order.length = 0
  await Promise.all([other.store.set(refreshAppInfoAtom), other.store.set(logInAtom, login)])
  expect(order).toEqual(['DELETE /session', 'GET /app-info', 'POST /session', 'GET /me'])
  await other.store.set(refreshAppInfoAtom)
  expect(order.at(-1)).toBe('GET /app-info')
})

it('counts a session that the server does not know as logged out', async () => {
  fakeNetwork((sent) => (sent.method === 'DELETE' ? problem('not_logged_in', 401) : json(appInfo)))
  const { store } = room()
  await store.set(logOutAtom)
  expect(localStorage.getItem('logOutOwed')).toBeNull()
  expect(store.get(appInfoAtom)).toEqual(appInfo)
})

it('asks who this is only when a handle is stored', async () => {
  const calls = fakeNetwork(() => json(session))
  const { store } = room()
  await store.set(refreshUserAtom)
  expect(calls).toEqual([])
})

it('forgets a session that the server does not know, and keeps one when the answer is lost', async () => {
  localStorage.setItem('token', 'handle-1')
  localStorage.setItem('userInfo', '{"account":"newby_01","nickname":"Newby"}')
  const { store } = room()
  fakeNetwork(() => {
    throw new TypeError('offline')
  })
  await store.set(refreshUserAtom)
  expect(store.get(userAtom)).toEqual({ status: 'unknown', nickname: 'Newby' })
  fakeNetwork(() => problem('not_logged_in', 401))
  await store.set(refreshUserAtom)
  expect(store.get(tokenAtom)).toBe('')
  expect(store.get(userAtom)).toEqual({ status: 'anonymous' })
})

it('treats damaged storage as empty', () => {
  localStorage.setItem('appInfo', '{"version":')
  localStorage.setItem('registerInfo', '{"account":5}')
  const { store } = room()
  expect(store.get(appInfoAtom)).toBeNull()
  expect(store.get(registerInfoAtom)).toBeNull()
})

it('reads back what it stored', () => {
  localStorage.setItem('appInfo', JSON.stringify(appInfo))
  expect(room().store.get(appInfoAtom)).toEqual(appInfo)
})

it('calls the user by the nickname that was changed in another tab', async () => {
  const { store } = room()
  fakeNetwork(() => json(session))
  await store.set(logInAtom, login)
  hearOtherTabs(store)
  localStorage.setItem('userInfo', JSON.stringify({ account: me.account, nickname: 'Renamed' }))
  dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
  expect(store.get(userAtom)).toMatchObject({ me: { nickname: 'Renamed' } })
  localStorage.setItem('userInfo', JSON.stringify({ account: 'other_01', nickname: 'Stranger' }))
  dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
  expect(store.get(userAtom)).toMatchObject({ me: { nickname: 'Newby' } })
})
