import { createStore } from 'jotai/vanilla'
import { expect, it, vi } from 'vitest'
import { tokenAtom } from '#api/session.ts'
import { chosenLanguageAtom, themeAtom } from '#device/preferences.ts'
import { hearOtherTabs } from '#device/stored-atom.ts'

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

/** As a browser tells every other tab of the same origin. */
const elsewhere = (key: string, newValue: string | null): void => {
  if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
}

it('takes up what another tab chose, and tells those who listen', () => {
  const store = createStore()
  hearOtherTabs(store)
  const heard = vi.fn<() => void>()
  store.sub(themeAtom, heard)
  expect(store.get(chosenLanguageAtom)).toBeNull()
  elsewhere('theme', 'dark')
  elsewhere('language', 'ja')
  expect([store.get(themeAtom), store.get(chosenLanguageAtom)]).toEqual(['dark', 'ja'])
  expect(heard).toHaveBeenCalledOnce()
  store.set(themeAtom, 'light')
  elsewhere('theme', null)
  expect(store.get(themeAtom)).toBe('system')
})

it('keeps its own session whatever another tab does', () => {
  const store = createStore()
  hearOtherTabs(store)
  store.set(tokenAtom, 'mine')
  elsewhere('token', 'theirs')
  expect(store.get(tokenAtom)).toBe('mine')
})
