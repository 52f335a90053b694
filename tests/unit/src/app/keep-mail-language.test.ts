import { waitFor } from '@testing-library/react'
import { createStore } from 'jotai/vanilla'
import { expect, it } from 'vitest'
import { rememberAtom } from '#api/session.ts'
import { keepMailLanguage } from '#app/keep-mail-language.ts'
import { chosenLanguageAtom } from '#device/preferences.ts'
import { fakeNetwork, json } from '../features/render-feature.tsx'

const ME = {
  account: 'ada_01',
  nickname: 'Ada',
  openingCode: '0123456789',
  level: 'ordinary',
  createdAt: 1 as never,
} as const

function kept(user: { guest: boolean } | null) {
  const calls = fakeNetwork(() => json({ available: true, used: null, asked: null }))
  const store = createStore()
  if (user !== null) store.set(rememberAtom, { handle: 'token', me: { ...ME, ...user } })
  keepMailLanguage(store)
  return { calls, choose: (tag: string | null) => store.set(chosenLanguageAtom, tag) }
}

it('tells the server each language that a user chooses', async () => {
  const { calls, choose } = kept({ guest: false })
  expect(calls).toEqual([])
  choose('ja')
  await waitFor(() => expect(calls.length).toBe(1))
  choose(null)
  choose('xx')
  choose('de')
  await waitFor(() => expect(calls.length).toBe(2))
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', '/mail/language', '{"language":"ja"}'],
    ['PUT', '/mail/language', '{"language":"de"}'],
  ])
})

it.each([null, { guest: true }])('tells nothing of who has no mail (%j)', async (user) => {
  const { calls, choose } = kept(user)
  choose('ja')
  await Promise.resolve()
  expect(calls).toEqual([])
})
