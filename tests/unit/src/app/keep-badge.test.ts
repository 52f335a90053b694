import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepBadge } from '#app/keep-badge.ts'
import { endSessionAtom, tokenAtom } from '#api/session.ts'
import { streamsAtom } from '#streams'
import { createFakeStreams } from '#support/fake-streams.ts'
import { fakeNetwork } from '../features/render-feature.tsx'

let shown: number[]
/** Not a mock, which would handle the refusal itself. */
const hasBadges = (refusal?: Error): void => {
  const setAppBadge = async (count: number): Promise<void> => {
    shown.push(count)
    if (refusal !== undefined) throw refusal
  }
  Object.defineProperty(navigator, 'setAppBadge', { configurable: true, value: setAppBadge })
}
beforeEach(() => {
  shown = []
  localStorage.clear()
  fakeNetwork(() => new Promise(() => {}))
})
afterEach(() => Reflect.deleteProperty(navigator, 'setAppBadge'))

function kept() {
  const store = createStore()
  const streams = createFakeStreams()
  store.set(streamsAtom, streams)
  store.set(tokenAtom, 'handle')
  keepBadge(store)
  const say = (unread: number): void =>
    streams.state$('messages').next({ value: { unread, latest: [] }, asOf: streams.now })
  return { store, say }
}

it('shows the number of unread messages, and none when all are read', () => {
  hasBadges()
  const { say } = kept()
  say(3)
  expect(shown.at(-1)).toBe(3)
  say(0)
  expect(shown.at(-1)).toBe(0)
})

it('leaves what a push showed until the number is known', () => {
  hasBadges()
  kept()
  expect(shown).toEqual([])
})

it('removes it at a log-out', () => {
  hasBadges()
  const { store, say } = kept()
  say(2)
  store.set(endSessionAtom, 'logOut')
  expect(shown.at(-1)).toBe(0)
})

it('does nothing where icons have no badges', () => {
  const { say } = kept()
  expect(() => say(1)).not.toThrow()
})

it('bears a refusal, as where the app is not installed', async () => {
  hasBadges(new DOMException('not installed', 'NotAllowedError'))
  kept().say(2)
  // A rejection that no one handles fails the run.
  await new Promise((resolve) => setTimeout(resolve))
  expect(shown).toEqual([2])
})
