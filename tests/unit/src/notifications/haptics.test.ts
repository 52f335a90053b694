import { createStore } from 'jotai/vanilla'
import { expect, it, vi } from 'vitest'
import { hapticsAtom, hapticsOnAtom, touchAtom } from '#notifications/haptics.ts'

function device({ supported = true, still = false } = {}) {
  const store = createStore()
  const vibrate = vi.fn()
  store.set(hapticsAtom, { supported: () => supported, still: () => still, vibrate })
  return { store, vibrate }
}

it('touches differently for a purchase, a win, another result and a pull', () => {
  const { store, vibrate } = device()
  store.set(touchAtom, 'bought')
  store.set(touchAtom, 'won')
  store.set(touchAtom, 'settled')
  store.set(touchAtom, 'pulled')
  expect(new Set(vibrate.mock.calls.map(([pattern]) => String(pattern))).size).toBe(4)
})

it('keeps still when the user switched it off, and stays off over a reload', () => {
  const { store, vibrate } = device()
  store.set(hapticsOnAtom, false)
  store.set(touchAtom, 'bought')
  expect(vibrate).not.toHaveBeenCalled()
  expect(createStore().get(hapticsOnAtom)).toBe(false)
})

it('keeps still where the system asks for less motion or the device cannot', () => {
  for (const kind of [{ still: true }, { supported: false }]) {
    const { store, vibrate } = device(kind)
    store.set(touchAtom, 'settled')
    expect(vibrate).not.toHaveBeenCalled()
  }
})
