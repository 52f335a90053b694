import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, it } from 'vitest'
import { loggingOutAtom, tokenAtom, userAtom } from '#api/session.ts'
import { keepSession } from '#app/keep-session.ts'
import { sessionEndedAtom } from '#app/session-ended.ts'
import { streamsAtom } from '#streams'
import { createFakeStreams } from '#support/fake-streams.ts'
import { fakeNetwork } from '../features/render-feature.tsx'

beforeEach(() => localStorage.clear())

function kept() {
  fakeNetwork(() => new Promise<Response>(() => {}))
  const store = createStore()
  const streams = createFakeStreams()
  store.set(streamsAtom, streams)
  return { store, streams, keep: () => keepSession(store) }
}

it('lets go of a session that the server ended, and says so', () => {
  const { store, streams, keep } = kept()
  store.set(tokenAtom, 'handle')
  keep()
  streams.connection$.next({ status: 'ended' })
  expect(store.get(userAtom)).toEqual({ status: 'anonymous' })
  expect(store.get(sessionEndedAtom)).toBe(true)
  expect(streams.calls.renew).toBe(1)
})

it('leaves the end of its own log-out to the log-out', () => {
  const { store, streams, keep } = kept()
  keep()
  store.set(loggingOutAtom, true)
  streams.connection$.next({ status: 'ended' })
  expect(streams.calls.renew).toBe(0)
})

it('says nothing of an end to somebody who was not logged in', () => {
  const { store, streams, keep } = kept()
  keep()
  streams.connection$.next({ status: 'ended' })
  expect(store.get(sessionEndedAtom)).toBe(false)
})
