import { createStore } from 'jotai/vanilla'
import { expect, it, vi } from 'vitest'
import { themeAtom } from '#lib/preferences.ts'

it('keeps a choice and takes the key away at the initial value', () => {
  const store = createStore()
  store.set(themeAtom, 'dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(createStore().get(themeAtom)).toBe('dark')
  store.set(themeAtom, 'system')
  expect(localStorage.getItem('theme')).toBeNull()
})

it('ignores what it does not know', () => {
  localStorage.setItem('theme', 'neon')
  expect(createStore().get(themeAtom)).toBe('system')
})

it('lives on without storage', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError')
  })
  const store = createStore()
  store.set(themeAtom, 'dark')
  expect(store.get(themeAtom)).toBe('dark')
  refuse.mockRestore()
})
