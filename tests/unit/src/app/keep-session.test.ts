import { waitFor } from '@testing-library/react'
import { createStore } from 'jotai/vanilla'
import { expect, it, vi } from 'vitest'
import { call } from '#api/call.ts'
import { accountAtom, logOutAtom, sessionEndedAtom, tokenAtom, userAtom } from '#api/session.ts'
import { keepSession } from '#app/keepers.ts'
import { listOrders } from '#contract/endpoints/trading.ts'
import { streamsAtom } from '#streams'
import { createFakeStreams } from '#support/fake-streams.ts'
import { fakeNetwork, meAnswer, problem } from '../features/render-feature.tsx'

function kept() {
  fakeNetwork(() => new Promise<Response>(() => {}))
  const store = createStore()
  const streams = createFakeStreams()
  store.set(streamsAtom, streams)
  return { store, streams, keep: () => keepSession(store) }
}

it('is waited for where this device does not know whose the session is, until the server has said so', async () => {
  const { store, keep } = kept()
  expect(keep()).toBeNull()
  store.set(tokenAtom, 'handle')
  fakeNetwork(meAnswer)
  await keep()
  expect(store.get(accountAtom)).toBe('someone')
  expect(keep()).toBeNull()
})

it('lets go of a session that the server ended, and says so', async () => {
  const { store, streams, keep } = kept()
  fakeNetwork(() => problem('not_logged_in', 401))
  store.set(tokenAtom, 'handle')
  void keep()
  streams.connection$.next({ status: 'ended' })
  await waitFor(() => expect(store.get(userAtom)).toEqual({ status: 'anonymous' }))
  expect(store.get(sessionEndedAtom)).toBe(true)
  expect(streams.calls.renew).toBe(1)
})

it('tells the other tabs of a log-out, offline too, and says nothing of the end that it brings', async () => {
  const { store, streams, keep } = kept()
  const heard: unknown[] = []
  const other = new BroadcastChannel('fairtick')
  other.addEventListener('message', ({ data }) => heard.push(data))
  store.set(tokenAtom, 'handle')
  void keep()
  fakeNetwork(() => {
    throw new TypeError('offline')
  })
  await store.set(logOutAtom)
  streams.connection$.next({ status: 'ended' })
  expect(store.get(sessionEndedAtom)).toBe(false)
  await waitFor(() => expect(heard).toEqual(['forget the session']))
  other.close()
})

it('forgets when another tab logs out, and says so', async () => {
  const { store, streams, keep } = kept()
  store.set(tokenAtom, 'handle')
  void keep()
  const other = new BroadcastChannel('fairtick')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  other.postMessage('forget the session')
  await waitFor(() => expect(store.get(userAtom)).toEqual({ status: 'anonymous' }))
  expect(store.get(sessionEndedAtom)).toBe(true)
  expect(streams.calls.renew).toBe(1)
  other.close()
})

it('removes what the log-out of another tab would leave for the next person', async () => {
  const { store, keep } = kept()
  store.set(tokenAtom, 'handle')
  void keep()
  const other = new BroadcastChannel('fairtick')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  other.postMessage('forget the session')
  // This tab has not heard of it yet, and writes.
  for (const key of ['command:0123', 'own.ticket', 'a-new-key']) localStorage.setItem(key, 'mine')
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]))
  other.close()
})

it('forgets at the start what a tab left that was closed while it logged out', async () => {
  const { store, keep } = kept()
  // A log-out that is never answered would be waited for in the tests after this one.
  fakeNetwork(() => new Response(null, { status: 503 }))
  localStorage.setItem('logOutOwed', 'true')
  localStorage.setItem('token', 'handle')
  localStorage.setItem('command:0123', 'mine')
  void keep()
  expect(store.get(userAtom)).toEqual({ status: 'anonymous' })
  expect(Object.keys(localStorage)).toEqual(['logOutOwed'])
})

it('sends a pending log-out when the network is back, though a request from before still hangs', async () => {
  const { store, keep } = kept()
  void keep()
  const sent: string[] = []
  let aborted = false
  vi.stubGlobal('fetch', (input: URL, { method, signal }: RequestInit) => {
    // What the page asks for at its start.
    if (method !== 'DELETE') return Promise.resolve(new Response(null, { status: 204 }))
    sent.push(`${method} ${input.pathname}`)
    if (sent.length > 1) return Promise.resolve(new Response(null, { status: 204 }))
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        aborted = true
        reject(new DOMException('aborted', 'AbortError'))
      })
    })
  })
  const loggedOut = store.set(logOutAtom)
  await waitFor(() => expect(sent).toHaveLength(1))
  dispatchEvent(new Event('online'))
  expect(aborted).toBe(true)
  await waitFor(() => expect(localStorage.getItem('logOutOwed')).toBeNull())
  expect(sent.slice(0, 2)).toEqual(['DELETE /api/session', 'DELETE /api/session'])
  await loggedOut
})

it('says nothing of an end to somebody who was not logged in', () => {
  const { store, streams, keep } = kept()
  void keep()
  streams.connection$.next({ status: 'ended' })
  expect(store.get(sessionEndedAtom)).toBe(false)
})

it('lets go when a call finds nobody logged in, though the socket lives on, and says so once', async () => {
  const { store, streams, keep } = kept()
  fakeNetwork(() => problem('not_logged_in', 401))
  store.set(tokenAtom, 'handle')
  void keep()
  await Promise.all([call(listOrders, { query: {} }), call(listOrders, { query: {} })])
  await waitFor(() => expect(store.get(userAtom)).toEqual({ status: 'anonymous' }))
  expect(store.get(sessionEndedAtom)).toBe(true)
  expect(streams.calls.renew).toBe(1)
})

it('says at the start that the stored session is over', async () => {
  const { store, streams, keep } = kept()
  fakeNetwork(() => problem('not_logged_in', 401))
  store.set(tokenAtom, 'handle')
  void keep()
  await waitFor(() => expect(store.get(userAtom)).toEqual({ status: 'anonymous' }))
  expect(store.get(sessionEndedAtom)).toBe(true)
  expect(streams.calls.renew).toBe(1)
})

it('makes nothing of such an answer to a visitor', async () => {
  const { store, streams, keep } = kept()
  void keep()
  fakeNetwork(() => problem('not_logged_in', 401))
  await call(listOrders, { query: {} })
  expect(store.get(sessionEndedAtom)).toBe(false)
  expect(streams.calls.renew).toBe(0)
})
