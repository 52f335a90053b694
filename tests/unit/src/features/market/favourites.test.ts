import { createStore } from 'jotai/vanilla'
import { expect, it } from 'vitest'
import { favouritesAtom, toggleFavouriteAtom } from '#features/market/favourites.ts'

it('keeps favourites on this device, in the order they were chosen', () => {
  const store = createStore()
  expect(store.set(toggleFavouriteAtom, 'GC')).toBe(true)
  expect(store.set(toggleFavouriteAtom, 'BTCUSDT')).toBe(true)
  expect(createStore().get(favouritesAtom)).toEqual(['GC', 'BTCUSDT'])
  expect(store.set(toggleFavouriteAtom, 'GC')).toBe(false)
  expect(createStore().get(favouritesAtom)).toEqual(['BTCUSDT'])
})

it('leaves nothing stored when the last one goes', () => {
  const store = createStore()
  store.set(toggleFavouriteAtom, 'GC')
  store.set(toggleFavouriteAtom, 'GC')
  expect(localStorage.getItem('favourites')).toBeNull()
})
