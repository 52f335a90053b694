import { createStore } from 'jotai/vanilla'
import { expect, it } from 'vitest'
import { commandTookAtom, paceAtom, tooLateAtom } from '#features/ticket/pace.ts'

it('counts the slowest of the newest three commands, so that one slow by chance is forgotten', () => {
  const store = createStore()
  const after = (ms: number): number => {
    store.set(commandTookAtom, ms)
    return store.get(paceAtom).commandMs
  }
  expect(store.get(paceAtom)).toEqual({ commandMs: 0, lateMs: 0 })
  expect([80, 1_400, 90, 70, 60].map(after)).toEqual([80, 1_400, 1_400, 1_400, 90])
})

it('gives half a second more after each order that came too late, up to 1.5 s', () => {
  const store = createStore()
  const more = [1, 2, 3, 4].map(() => {
    store.set(tooLateAtom)
    return store.get(paceAtom).lateMs
  })
  expect(more).toEqual([500, 1_000, 1_500, 1_500])
})
