import { waitFor } from '@testing-library/react'
import { createStore } from 'jotai/vanilla'
import { expect, it, onTestFinished, vi } from 'vitest'
import { logInAtom } from '#api/log-in.ts'
import {
  accountAtom,
  appInfoAtom,
  endExpectedAtom,
  refreshUserAtom,
  replacedAtom,
  sessionEndedAtom,
  tokenAtom,
  userAtom,
} from '#api/session.ts'
import { keepSession } from '#app/keepers.ts'
import { registerAtom } from '#features/identity/register-guest.ts'
import { becomeGuestAtom } from '#features/session/become-guest.ts'
import { alone } from '#device/tabs.ts'
import { storedReceipts, storedReceiptsAtom } from '#device/receipts.ts'
import { showToastAtom, toastsAtom } from '#notifications/toasts.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { hearOtherTabs } from '#device/stored-atom.ts'
import { streamsAtom } from '#streams'
import { createFakeStreams } from '#support/fake-streams.ts'
import { sampleAppInfo } from '#support/sample-account.ts'
import { storedTable } from '#support/stored-table.ts'
import { fakeNetwork, json, type Network, problem } from '../features/render-feature.tsx'

const sessionOf = (account: string, guest = false) => ({
  handle: `handle of ${account}`,
  me: {
    account,
    nickname: account,
    openingCode: '0123456789',
    level: 'ordinary',
    createdAt: 1,
    ...(guest && { guest }),
  },
})
const GUEST = sessionOf('g_0123456789', true)
const FIRST = sessionOf('first_01')
const SECOND = sessionOf('second_02')
const credentials = { account: SECOND.me.account, password: 'correct-horse', proof: null }

/** A page whose user is logged in. The server's cookie is that of `cookie.session`. */
async function page(session: typeof FIRST, onLogIn: () => Promise<void> = async () => {}) {
  const cookie: { session: typeof FIRST | null; kept: boolean } = { session, kept: true }
  const answer: Network = async ({ method, path }) => {
    if (path === '/session' && method === 'POST') {
      await onLogIn()
      cookie.session = cookie.kept ? SECOND : null
      return json(SECOND)
    }
    if (path === '/app-info') return json(sampleAppInfo)
    return cookie.session === null ? problem('not_logged_in', 401) : json(cookie.session)
  }
  fakeNetwork(answer)
  const store = createStore()
  const streams = createFakeStreams()
  store.set(streamsAtom, streams)
  localStorage.setItem('token', session.handle)
  localStorage.setItem('userInfo', JSON.stringify(session.me))
  hearOtherTabs(store)
  void keepSession(store)
  await waitFor(() => expect(store.get(userAtom).status).toBe('user'))
  await waitFor(() => expect(store.get(appInfoAtom)).not.toBeNull())
  return { store, streams, cookie }
}

it.each([
  ['a guest', GUEST],
  ['another member', FIRST],
])('reports no end of the session of %s when a user logs in over it', async (_, before) => {
  const { store, streams, cookie } = await page(before, async () => {
    cookie.session = null
    streams.connection$.next({ status: 'ended' })
  })
  store.set(showToastAtom, { tone: 'good', text: 'Purchase Successful' })
  for (const key of ['drawings', 'own.ticket', 'sitting', 'lastPlace', 'a-new-key'])
    localStorage.setItem(key, before.me.account)
  expect(await store.set(logInAtom, credentials)).toMatchObject({ ok: true })
  expect(store.get(accountAtom)).toBe(SECOND.me.account)
  expect(store.get(sessionEndedAtom)).toBe(false)
  expect(store.get(toastsAtom)).toEqual([])
  expect(store.get(appInfoAtom)?.source).toBe(sampleAppInfo.source)
  expect(store.get(replacedAtom)).toBe(1)
  expect(JSON.stringify(localStorage)).not.toContain(before.me.account)
  await store.set(refreshUserAtom)
  expect(store.get(sessionEndedAtom)).toBe(false)
})

it('follows another tab in which a user has logged in, and keeps what is that user’s', async () => {
  const { store, streams, cookie } = await page(FIRST)
  localStorage.setItem('drawings', 'of the first')
  cookie.session = SECOND
  const command = JSON.stringify({ account: SECOND.me.account })
  localStorage.setItem('command:0123', command)
  streams.connection$.next({ status: 'ended' })
  await waitFor(() => expect(store.get(accountAtom)).toBe(SECOND.me.account))
  expect(store.get(sessionEndedAtom)).toBe(false)
  expect(localStorage.getItem('token')).toBe(SECOND.handle)
  expect(localStorage.getItem('command:0123')).toBe(command)
  expect(localStorage.getItem('drawings')).toBeNull()
  expect(streams.calls.renew).toBeGreaterThan(0)
})

it('logs in too when another tab does, and withdraws the report of an end', async () => {
  const { store, streams, cookie } = await page(FIRST)
  cookie.session = null
  streams.connection$.next({ status: 'ended' })
  await waitFor(() => expect(store.get(sessionEndedAtom)).toBe(true))
  expect(store.get(appInfoAtom)).not.toBeNull()
  cookie.session = SECOND
  localStorage.setItem('token', SECOND.handle)
  dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: SECOND.handle }))
  await waitFor(() => expect(store.get(accountAtom)).toBe(SECOND.me.account))
  expect(store.get(sessionEndedAtom)).toBe(false)
})

it('removes what an ended session of another account left for its next log-in', async () => {
  const { store, streams, cookie } = await page(FIRST)
  for (const account of [FIRST.me.account, SECOND.me.account]) {
    localStorage.setItem(`supportDraft:${account}`, 'half a')
    localStorage.setItem(`command:${account}`, JSON.stringify({ account }))
  }
  cookie.session = null
  streams.connection$.next({ status: 'ended' })
  await waitFor(() => expect(store.get(sessionEndedAtom)).toBe(true))
  expect(localStorage.getItem('supportDraft:first_01')).toBe('half a')
  await store.set(logInAtom, credentials)
  expect(Object.keys(localStorage).filter((key) => key.includes('first_01'))).toEqual([])
  expect(localStorage.getItem('supportDraft:second_02')).toBe('half a')
  expect(localStorage.getItem('command:second_02')).not.toBeNull()
})

it('says that the browser keeps no cookies, and not that a session has ended', async () => {
  const { store, cookie } = await page(FIRST)
  cookie.kept = false
  expect(await store.set(logInAtom, credentials)).toEqual({
    ok: false,
    error: { kind: 'no_cookies' },
  })
  // The page was told by the server, too, that the session before is over.
  await alone('session', async () => {})
  expect(store.get(userAtom).status).toBe('anonymous')
  expect(store.get(sessionEndedAtom)).toBe(false)
})

it('makes one guest only where cookies are refused', async () => {
  const keys: string[] = []
  fakeNetwork(({ path, body }) => {
    if (path !== '/guest') return problem('not_logged_in', 401)
    keys.push(body)
    return json(GUEST)
  })
  const store = createStore()
  store.set(streamsAtom, createFakeStreams())
  void keepSession(store)
  for (const _ of [1, 2])
    expect(await store.set(becomeGuestAtom)).toMatchObject({ error: { kind: 'no_cookies' } })
  expect(new Set(keys).size).toBe(1)
  expect(store.get(tokenAtom)).toBe('')
  expect(store.get(sessionEndedAtom)).toBe(false)
})

const receipt = {
  text: 'fairtick-receipt-1\nrule 1\norder 42\nstake 10.00',
  signature: 'c2lnbmVk',
  keyId: '0123456789abcdef',
}

it('keeps the proof and the drawings of a guest who registers, in whichever tab the end is heard', async () => {
  const { store, streams, cookie } = await page(GUEST)
  const kept = storedReceipts(storedTable(), { sha256: async () => sha256Hex, now: () => 1 })
  store.set(storedReceiptsAtom, kept)
  const key = 'k'.repeat(8)
  await kept.keep({ account: GUEST.me.account, id: '42' }, receipt)
  await kept.keep({ account: GUEST.me.account, id: `refused/${key}` }, receipt, `x\nkey ${key}`)
  localStorage.setItem('drawings', '[]')
  localStorage.setItem('own.ticket', JSON.stringify({ account: GUEST.me.account }))
  const heard: unknown[] = []
  const other = new BroadcastChannel('fairtick')
  other.addEventListener('message', ({ data }) => heard.push(data))
  await store.set(registerAtom, SECOND.me.account, async () => {
    cookie.session = null
    streams.connection$.next({ status: 'ended' })
    return { ok: true, value: undefined }
  })
  expect(store.get(userAtom).status).toBe('anonymous')
  expect(store.get(sessionEndedAtom)).toBe(false)
  expect(store.get(appInfoAtom)).not.toBeNull()
  expect((await kept.find({ account: SECOND.me.account, id: '42' }))?.fingerprint).toBeTruthy()
  expect(await kept.find({ account: SECOND.me.account, id: `refused/${key}` })).not.toBeNull()
  expect(await kept.keep({ account: SECOND.me.account, id: '42' }, receipt)).toBe(true)
  expect(localStorage.getItem('drawings')).toBe('[]')
  expect(localStorage.getItem('own.ticket')).toContain(SECOND.me.account)
  await waitFor(() => expect(heard).toEqual(['expectEnd']))
  other.close()
})

it('reports no end in a tab beside the one in which a guest registers', async () => {
  const { store, streams, cookie } = await page(GUEST)
  localStorage.setItem('drawings', '[]')
  const other = new BroadcastChannel('fairtick')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  other.postMessage('expectEnd')
  await waitFor(() => expect(store.get(endExpectedAtom)).toBe(true))
  cookie.session = null
  streams.connection$.next({ status: 'ended' })
  await waitFor(() => expect(store.get(userAtom).status).toBe('anonymous'))
  expect(store.get(sessionEndedAtom)).toBe(false)
  expect(localStorage.getItem('drawings')).toBe('[]')
  other.close()
})

it('logs in where locks and the channel of the tabs are refused', async () => {
  const refused = () => Promise.reject(new DOMException('refused', 'SecurityError'))
  Object.defineProperty(navigator, 'locks', { value: { request: refused }, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'locks')
  })
  const { store } = await page(FIRST)
  expect(await store.set(logInAtom, credentials)).toMatchObject({ ok: true })
  expect(store.get(accountAtom)).toBe(SECOND.me.account)
})

it('asks at its start who is logged in where storage is refused', async () => {
  const refuse = (): never => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  fakeNetwork(({ path }) => json(path === '/app-info' ? sampleAppInfo : FIRST))
  const store = createStore()
  store.set(streamsAtom, createFakeStreams())
  void keepSession(store)
  await waitFor(() => expect(store.get(accountAtom)).toBe(FIRST.me.account))
})
