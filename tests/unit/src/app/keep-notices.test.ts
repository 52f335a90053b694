import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepNotices } from '#app/keep-notices.ts'
import { chimeAtom, systemNoticesAtom } from '#notifications/channels.ts'
import { noticeSoundAtom, systemNoticeAtom } from '#device/preferences.ts'
import { closeToastAtom, showToastAtom } from '#notifications/toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  Reflect.deleteProperty(document, 'hidden')
})

function kept() {
  const store = createStore()
  const chime = vi.fn()
  const show = vi.fn()
  store.set(chimeAtom, { chime })
  store.set(systemNoticesAtom, { supported: () => true, ask: async () => true, show })
  keepNotices(store)
  const say = (text: string): void => store.set(showToastAtom, { tone: 'good', text })
  return { store, chime, show, say }
}
const hide = (): void => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: true })
}

it('stays silent unless asked for', () => {
  const { chime, show, say } = kept()
  hide()
  say('won')
  expect(chime).not.toHaveBeenCalled()
  expect(show).not.toHaveBeenCalled()
})

it('sounds once a notice, and not when one goes away', () => {
  const { store, chime, say } = kept()
  store.set(noticeSoundAtom, true)
  say('won')
  say('paid')
  store.set(closeToastAtom, 2)
  vi.advanceTimersByTime(10_000)
  expect(chime).toHaveBeenCalledTimes(2)
})

it('goes through the system only while the app is in the background', () => {
  const { store, show, say } = kept()
  store.set(systemNoticeAtom, true)
  say('seen')
  hide()
  say('unseen')
  expect(show.mock.calls).toEqual([['unseen']])
})
