import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeToastAtom, showToastAtom, toastsAtom } from '#notifications/toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function room() {
  const store = createStore()
  return {
    store,
    say: (text: string, action?: { label: string; run: () => void }) =>
      store.set(showToastAtom, { tone: 'info', text, ...(action && { action }) }),
    /** On screen. */
    text: () => store.get(toastsAtom)[0]?.text,
  }
}

it('shows one at a time: each at least two seconds, the last one five', () => {
  const { say, text } = room()
  say('first')
  say('second')
  say('third')
  expect(text()).toBe('first')
  vi.advanceTimersByTime(1_999)
  expect(text()).toBe('first')
  vi.advanceTimersByTime(1)
  expect(text()).toBe('second')
  vi.advanceTimersByTime(2_000)
  expect(text()).toBe('third')
  vi.advanceTimersByTime(4_999)
  expect(text()).toBe('third')
  vi.advanceTimersByTime(1)
  expect(text()).toBeUndefined()
})

it('gives way at once when it has been seen long enough', () => {
  const { say, text } = room()
  say('first', { label: 'more', run: () => undefined })
  vi.advanceTimersByTime(4_000)
  say('second')
  vi.advanceTimersByTime(0)
  expect(text()).toBe('second')
})

it('shows the next when one is closed, and lets the oldest of too many go', () => {
  const { store, say } = room()
  for (const text of ['1', '2', '3', '4', '5']) say(text)
  const seen: string[] = []
  for (let [shown] = store.get(toastsAtom); shown !== undefined; [shown] = store.get(toastsAtom)) {
    seen.push(shown.text)
    store.set(closeToastAtom, shown.id)
  }
  expect(seen).toEqual(['1', '3', '4', '5'])
})
